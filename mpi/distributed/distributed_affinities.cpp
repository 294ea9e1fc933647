#include "distributed/distributed_affinities.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "readout/affinity.h"
#include "support/ranking.h"

namespace gnac::detail {
namespace {

// The sort key of an edge: distance, then its ends' ids.
struct Key {
  double distance = 0;
  std::int32_t i = 0;
  std::int32_t j = 0;
  bool operator<(const Key& other) const {
    return std::tie(distance, i, j) < std::tie(other.distance, other.i, other.j);
  }
};

// Each edge is counted by the rank that owns its lower end.
std::vector<std::int32_t> counted_edges(const LocalGraph& local) {
  std::vector<std::int32_t> edges;
  for (std::size_t e = 0; e < local.graph.edges.size(); ++e) {
    if (local.own[local.graph.edges[e].i] != 0) edges.push_back(static_cast<std::int32_t>(e));
  }
  return edges;
}

// Keys that cut all ranks' edges into nearly equal parts, one per rank.
std::vector<Key> splitters(Comm& comm, const std::vector<Key>& sorted) {
  constexpr std::int64_t kPerRank = 256;
  std::vector<Key> sample;
  const auto n = std::ssize(sorted);
  for (std::int64_t s = 0; s < std::min(n, kPerRank); ++s)
    sample.push_back(sorted[n * s / std::min(n, kPerRank)]);
  sample = gather_everywhere(comm, sample);
  std::sort(sample.begin(), sample.end());
  std::vector<Key> out;
  for (int r = 1; r < comm.size && !sample.empty(); ++r)
    out.push_back(
        sample[sample.size() * static_cast<std::size_t>(r) / static_cast<std::size_t>(comm.size)]);
  return out;
}

// The rank of each of these (ascending) edges among all edges.
std::vector<std::int64_t> distributed_ranks(Comm& comm, const std::vector<Key>& sorted) {
  const std::vector<Key> cuts = splitters(comm, sorted);
  Parts<Key> to;
  to.values = sorted;
  to.offset.push_back(0);
  for (int r = 0; r + 1 < comm.size; ++r) {
    const auto cut =
        cuts.empty() ? sorted.end() : std::lower_bound(sorted.begin(), sorted.end(), cuts[r]);
    to.offset.push_back(cut - sorted.begin());
  }
  to.offset.push_back(std::ssize(sorted));
  const Parts<Key> from = exchange(comm, to);
  std::vector<std::int64_t> order(from.values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int64_t a, std::int64_t b) { return from.values[a] < from.values[b]; });
  const std::int64_t before = sum_before(comm, std::ssize(order));
  Parts<std::int64_t> ranks(from.counts());
  for (std::size_t r = 0; r < order.size(); ++r)
    ranks.values[order[r]] = before + static_cast<std::int64_t>(r);
  return exchange(comm, ranks).values;
}

// From the rank of the lower end to that of the upper: both have their common edges in the order of
// (i, j), so only values are sent.
void share_with_upper_ends(Comm& comm, const LocalGraph& local, std::vector<double>& values) {
  std::vector<std::vector<double>> out(static_cast<std::size_t>(comm.size));
  std::vector<std::vector<std::int32_t>> in(out.size());
  for (std::size_t e = 0; e < local.graph.edges.size(); ++e) {
    const auto [i, j] = local.graph.edges[e];
    if (local.own[i] == 0) in[local.owner[i]].push_back(static_cast<std::int32_t>(e));
    if (local.own[j] == 0) out[local.owner[j]].push_back(values[e]);
  }
  const Parts<double> got = exchange(comm, Parts<double>::of(out));
  const Parts<std::int32_t> edges = Parts<std::int32_t>::of(in);
  for (std::size_t p = 0; p < edges.values.size(); ++p) values[edges.values[p]] = got.values[p];
}

}  // namespace

std::vector<double> distributed_affinities(Comm& comm, const LocalGraph& local,
                                           std::span<const float> conductance, Team& team) {
  const Graph& graph = local.graph;
  std::vector<std::int32_t> counted;
  std::vector<Key> keys;
  agree(comm, [&] {
    // Edges ascend by (i, j), so a stable order by distance is the order of the keys.
    counted = counted_edges(local);
    std::vector<double> distance;
    for (const std::int32_t e : counted) distance.push_back(graph.distance[e]);
    std::vector<std::int32_t> sorted;
    for (const std::int32_t p : stable_order(distance, team)) {
      const std::int32_t e = counted[p];
      sorted.push_back(e);
      keys.push_back(
          {graph.distance[e] + 0.0, local.id[graph.edges[e].i], local.id[graph.edges[e].j]});
    }
    counted = std::move(sorted);
  });
  const std::int64_t all = sum(comm, std::ssize(counted));
  const std::vector<std::int64_t> ranks = distributed_ranks(comm, keys);
  std::vector<double> affinity(graph.edges.size());
  for (std::size_t p = 0; p < counted.size(); ++p)
    affinity[counted[p]] = affinity_of_rank(ranks[p], all);
  share_with_upper_ends(comm, local, affinity);
  agree(comm, [&] { affinity = conductance_affinity(conductance, affinity, team); });
  return affinity;
}

}  // namespace gnac::detail
