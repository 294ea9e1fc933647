#include "distributed/distributed_spectrum.h"

#include <algorithm>
#include <utility>

#include "distributed/operator.h"
#include "graph/adjacency.h"

namespace gnac::detail {
namespace {

// A component of at most this many nodes is solved at the root.
constexpr std::int64_t kSmall = 5000;

EmbeddingPart embed(const Operator& op, std::int32_t component, Pairs pairs) {
  EmbeddingPart part;
  part.component = component;
  part.columns = std::ssize(pairs.values);
  for (std::size_t i = 0; i < op.row.size(); ++i) {
    part.id.push_back(op.local.id[op.row[i]]);
    for (std::int64_t c = 0; c < part.columns; ++c)
      pairs.vectors[static_cast<std::int64_t>(i) * part.columns + c] /= op.root[i];
  }
  part.rows = std::move(pairs.vectors);
  return part;
}

struct WeightedEdge {
  std::int32_t i;
  std::int32_t j;
  double affinity;
};

// A small component as a graph of its own at the root, solved there as one machine would.
ComponentSpectrum solve_at_root(Comm& comm, const LocalGraph& local,
                                const LocalComponents& components, std::int32_t component,
                                std::span<const double> affinity, std::int64_t count,
                                std::uint64_t seed, Team& team, SolverFacts& facts) {
  std::vector<WeightedEdge> own;
  std::vector<std::int32_t> ids;
  for (const std::int32_t v : local.node) {
    if (components.of[v] == component) ids.push_back(local.id[v]);
  }
  for (std::size_t e = 0; e < local.graph.edges.size(); ++e) {
    const auto [i, j] = local.graph.edges[e];
    if (local.own[i] == 0 || components.of[i] != component) continue;
    own.push_back({local.id[i], local.id[j], affinity[e]});
  }
  std::vector<WeightedEdge> all = gather(comm, own).values;
  ids = gather(comm, ids).values;
  ComponentSpectrum part;
  agree(comm, [&] {
    if (!comm.is_root()) return;
    std::sort(ids.begin(), ids.end());
    std::sort(all.begin(), all.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
      return std::pair(a.i, a.j) < std::pair(b.i, b.j);
    });
    const auto place = [&](std::int32_t id) {
      return static_cast<std::int32_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    };
    Graph graph;
    graph.nodes = std::ssize(ids);
    std::vector<double> weights;
    for (const WeightedEdge& e : all) {
      graph.edges.push_back({place(e.i), place(e.j)});
      weights.push_back(e.affinity);
    }
    fill_adjacency(graph);
    const std::vector<std::int64_t> counts{count};
    Spectrum solved = spectrum(graph, weights, static_cast<int>(count), counts,
                               {.seed = seed, .goal = {}, .merges = {}}, team);
    facts.residual = std::max(facts.residual, solved.residual);
    part = std::move(solved.components.front());
    for (std::int32_t& v : part.node) v = ids[v];
  });
  broadcast(comm, part.values);
  return part;
}

}  // namespace

DistributedSpectrum distributed_spectrum(Comm& comm, const LocalGraph& local,
                                         const LocalComponents& components,
                                         std::span<const double> affinity, int clusters,
                                         std::span<const std::int64_t> count, std::uint64_t seed,
                                         Team& team, SolverFacts& facts) {
  DistributedSpectrum result;
  result.spectrum.clusters = clusters;
  auto& solved = result.spectrum.components;
  for (std::int32_t c = 0; c < components.count; ++c) {
    const std::int64_t wanted = std::min(count[c], components.size[c]);
    if (wanted == 1) {
      solved.push_back({{}, {0.0}, {}});
    } else if (components.size[c] <= kSmall) {
      solved.push_back(
          solve_at_root(comm, local, components, c, affinity, wanted, seed, team, facts));
    } else {
      Operator op = make_operator(comm, local, components, c, affinity, team);
      Pairs pairs = eigenpairs(op, wanted, seed, facts);
      solved.push_back({{}, pairs.values, {}});
      result.parts.push_back(embed(op, c, std::move(pairs)));
    }
  }
  result.spectrum.residual = facts.residual;
  return result;
}

}  // namespace gnac::detail
