// distributed_fit(): the path of the data over many ranks, one call per stage.
#include "distributed/distributed_fit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>
#include <utility>

#include "automaton/universal.h"
#include "distributed/cut.h"
#include "distributed/distribute.h"
#include "distributed/distributed_affinities.h"
#include "distributed/distributed_components.h"
#include "distributed/distributed_evolve.h"
#include "distributed/distributed_spectrum.h"
#include "distributed/input_part.h"
#include "distributed/local_graph.h"
#include "distributed/neighbours.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/check.h"
#include "model/universal_rule.h"
#include "readout/absorb.h"
#include "readout/eigen.h"
#include "readout/spectral_cut.h"
#include "support/free_memory.h"
#include "support/memory.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

std::int64_t peak_bytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

// Times, volumes and memory, stage by stage.
class Ledger {
 public:
  Ledger(Comm& comm, RankFacts& facts) : comm_(comm), facts_(facts) {}

  template <class Fn>
  auto stage(const char* name, Fn&& fn) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    const std::int64_t sent = comm_.bytes_sent;
    auto value = fn();
    facts_.stages.push_back(
        {name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
         static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC, comm_.bytes_sent - sent,
         peak_bytes()});
    return value;
  }

 private:
  Comm& comm_;
  RankFacts& facts_;
};

// The largest need of any rank, against its share of its machine.
void check_memory(Comm& comm, double bytes, double limit_gib, int here, const std::string& what) {
  agree(comm, [&] {
    const double limit = memory_limit(limit_gib) / here;
    if (limit <= 0 || bytes <= limit) return;
    throw MemoryError(
        fmt::format("{} needs about {} on a rank, but {} is available for it; use more machines, "
                    "or fewer ranks per machine",
                    what, size_text(bytes), size_text(limit)));
  });
}

// An estimate of a rank's peak from sizes alone: as many ghosts as own points, and an edge for
// every entry of an own point's list. docs/scale.md has the same as a formula.
double expected_bytes(std::int64_t n, std::int64_t d, std::int64_t k, int clusters, int ranks) {
  constexpr double kProgram = 32.0 * (1 << 20);  // with MPI
  const double own = static_cast<double>(n) / ranks;
  const double nodes = ranks == 1 ? own : 2 * own;
  const double edges = own * static_cast<double>(k);
  const RuleShape& shape = universal_rule().shape;
  const double features =
      nodes * (20.0 * static_cast<double>(k) + 12.0 * static_cast<double>(d) + 80) + 104 * edges;
  const double evolving = universal_bytes(shape, static_cast<std::int64_t>(nodes),
                                          static_cast<std::int64_t>(edges), Keeps::nothing) +
                          32 * edges + 4.0 * shape.hidden * nodes;
  // The operator, the rank's rows as a graph of their own, and the eigensolver.
  const double solving = 60 * edges + eigen_bytes(static_cast<std::int64_t>(own),
                                                  static_cast<std::int64_t>(edges), clusters);
  const double root = static_cast<double>(n) * 20;
  return kProgram + std::max({features, evolving, solving}) + root;
}

// The parts of a Graph that the cut needs, at the root: components in the order of the input.
Graph skeleton(Comm& comm, std::int64_t n, const LocalGraph& local,
               const LocalComponents& components) {
  Graph graph;
  graph.nodes = n;
  graph.components = components.count;
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> of;
  for (const std::int32_t v : local.node) {
    ids.push_back(local.id[v]);
    of.push_back(components.of[v]);
  }
  ids = gather(comm, ids).values;
  of = gather(comm, of).values;
  if (!comm.is_root()) return graph;
  graph.component.resize(static_cast<std::size_t>(n));
  for (std::size_t p = 0; p < ids.size(); ++p) graph.component[ids[p]] = of[p];
  return graph;
}

// The bridges between components, found at the root from all points; none if there is one
// component.
std::vector<Bridge> bridges_at_root(Comm& comm, const OwnPoints& own, const Graph& graph,
                                    Team& team) {
  if (graph.components <= 1) return {};
  const std::vector<std::int32_t> ids = gather(comm, own.id).values;
  const std::vector<double> rows = gather(comm, own.rows.values).values;
  std::vector<Bridge> found;
  agree(comm, [&] {
    if (!comm.is_root()) return;
    const std::int64_t d = own.rows.d;
    Points points{std::vector<double>(rows.size()), own.n, d};
    for (std::size_t p = 0; p < ids.size(); ++p) {
      std::copy_n(rows.begin() + static_cast<std::int64_t>(p) * d, d,
                  points.values.begin() + ids[p] * d);
    }
    found = bridges(graph, points, team);
  });
  return found;
}

std::vector<RankFacts> gather_facts(Comm& comm, const RankFacts& own) {
  struct Numbers {
    std::int64_t points, ghosts, edges, queries, peak;
  };
  struct Times {
    double seconds, cpu_seconds;
    std::int64_t bytes_sent, peak_bytes;
  };
  const auto numbers = gather(
      comm, std::vector<Numbers>{{own.points, own.ghosts, own.edges, own.queries, own.peak_bytes}});
  std::vector<Times> times;
  for (const StageFacts& s : own.stages)
    times.push_back({s.seconds, s.cpu_seconds, s.bytes_sent, s.peak_bytes});
  const auto all = gather(comm, times);
  std::vector<RankFacts> out;
  for (std::size_t r = 0; r < numbers.values.size(); ++r) {
    const Numbers& n = numbers.values[r];
    RankFacts facts{n.points, n.ghosts, n.edges, n.queries, n.peak, own.stages};
    for (std::size_t s = 0; s < facts.stages.size(); ++s) {
      const Times& from = all.values[all.offset[r] + static_cast<std::int64_t>(s)];
      facts.stages[s] = {own.stages[s].name, from.seconds, from.cpu_seconds, from.bytes_sent,
                         from.peak_bytes};
    }
    out.push_back(std::move(facts));
  }
  return out;
}

}  // namespace

void check_request(int clusters, const Options& options) {
  validate(options);
  if (clusters < 1) throw Error("give the number of clusters with -k; gnac-mpi does not choose it");
  if (options.rule != RuleSource::universal)
    throw Error("only the universal rule runs on many ranks; leave out --rule");
  if (options.readout != ReadoutChoice::spectral)
    throw Error("only the spectral readout runs on many ranks; leave out --readout");
  const ScaleMode scale = options.scale;
  if (scale != ScaleMode::global && scale != ScaleMode::standard && scale != ScaleMode::none)
    throw Error(fmt::format(
        "scale {} sorts whole columns, which many ranks cannot do; give global, standard or none",
        to_string(scale)));
  if (options.neighbor_search == NeighborSearch::approximate)
    throw Error(
        "ranks search exactly, so that the labels do not depend on their number; leave out "
        "--neighbor-search approximate, or use gnac fit");
}

DistributedFit distributed_fit(Comm& comm, const std::vector<std::string>& paths, int clusters,
                               const Options& options, Team& team) {
  check_request(clusters, options);
  RankFacts facts;
  Ledger ledger(comm, facts);
  DistributedFit fit;
  team.report({.stage = Stage::graph});
  OwnPoints own = ledger.stage("read", [&] {
    InputPart part = read_part(comm, paths);
    fit.n = part.n;
    fit.d = part.rows.d;
    if (clusters > fit.n)
      throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                              clusters, fit.n, fit.n));
    fit.neighbors = neighbors_for(options, fit.n);
    check_memory(comm, expected_bytes(fit.n, fit.d, fit.neighbors, clusters, comm.size),
                 options.memory_limit_gib, ranks_here(comm),
                 fmt::format("clustering {} points on {} ranks", fit.n, comm.size));
    const InputScaling scaling = distributed_fit_scaling(comm, part, options.scale, options.metric);
    agree(comm, [&] {
      part.rows = apply_scaling(std::move(part.rows), scaling);
      check_values(part.rows, part.first);
    });
    return distribute(comm, std::move(part));
  });
  facts.points = own.rows.n;

  OwnNeighbours neighbours = ledger.stage("neighbours", [&] {
    return find_neighbours(comm, own, fit.neighbors, options.metric, team);
  });
  facts.queries = neighbours.queries;
  LocalGraph local = ledger.stage(
      "graph", [&] { return build_local_graph(comm, own, std::move(neighbours), team); });
  const LocalComponents components =
      ledger.stage("components", [&] { return distributed_components(comm, local); });
  if (components.count == 1) own.rows = {};
  facts.ghosts = std::ssize(local.id) - std::ssize(local.node);
  facts.edges = std::ssize(local.graph.edges);
  fit.components = components.count;

  const Rule& rule = universal_rule();
  std::vector<float> conductance;
  {
    ScaleFree features = ledger.stage(
        "features", [&] { return distributed_features(comm, local, feature_set(rule), team); });
    local.rows = {};
    local.graph.lists = {};
    free_memory(local.graph.geometry, local.graph.component);
    team.report({.stage = Stage::evolve});
    conductance = ledger.stage(
        "evolve", [&] { return distributed_evolve(comm, local, std::move(features), rule, team); });
  }
  team.report({.stage = Stage::readout});
  const std::vector<double> affinity =
      ledger.stage("ranks", [&] { return distributed_affinities(comm, local, conductance, team); });
  free_memory(conductance);
  std::int64_t counted = 0;
  for (const Edge& edge : local.graph.edges) counted += local.own[edge.i];
  fit.edges = sum(comm, counted);
  team.advance(0.2);

  Graph graph;
  std::vector<Bridge> joins;
  SolverFacts solver;
  DistributedSpectrum spectrum = ledger.stage("spectrum", [&] {
    graph = skeleton(comm, fit.n, local, components);
    joins = bridges_at_root(comm, own, graph, team);
    std::vector<std::int64_t> count;
    agree(comm, [&] {
      if (comm.is_root()) count = spectral_counts(graph, joins, clusters, clusters);
    });
    broadcast(comm, count);
    // With as many clusters as points, no eigenvectors are needed.
    if (clusters == fit.n) std::fill(count.begin(), count.end(), 1);
    return distributed_spectrum(comm, local, components, affinity, clusters, count, options.seed,
                                team, solver);
  });
  fit.products = solver.products;
  fit.preconditioned = solver.preconditioned;
  fit.residual = solver.residual;
  fit.eigenvalues = smallest_values(spectrum.spectrum, clusters);
  team.advance(0.8);
  local = {};
  fit.labels = ledger.stage("cut", [&] {
    if (clusters < fit.n)
      return distributed_cut(comm, std::move(spectrum), graph, joins, clusters, team);
    std::vector<std::int32_t> labels(comm.is_root() ? static_cast<std::size_t>(fit.n) : 0);
    std::iota(labels.begin(), labels.end(), 0);
    return labels;
  });
  agree(comm, [&] {
    if (comm.is_root()) require_exactly(clusters, fit.labels, fit.n);
  });
  team.advance(1);
  facts.peak_bytes = peak_bytes();
  fit.ranks = gather_facts(comm, facts);
  return fit;
}

}  // namespace gnac::detail
