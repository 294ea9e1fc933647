#include "layout/weights.h"

#include <algorithm>

namespace gnac::detail {
namespace {

/// Per undirected edge, not yet summing to 1.
std::vector<double> edge_pulls(const Graph& graph, std::span<const float> conductance) {
  const NeighborLists& lists = graph.lists;
  std::vector<double> pull(graph.edges.size(), 0);
  for (std::int64_t i = 0; i < graph.nodes; ++i) {
    const auto row = std::span(graph.neighbor).subspan(graph.offset[i], graph.degree(i));
    for (const std::int32_t j : lists.indices(i)) {
      const auto at = graph.offset[i] + (std::ranges::lower_bound(row, j) - row.begin());
      pull[graph.edge_of[at]] += 1 / static_cast<double>(lists.size(i));
    }
  }
  for (std::size_t e = 0; e < conductance.size(); ++e)
    pull[e] *= kClosedPull + (1 - kClosedPull) * static_cast<double>(conductance[e]);
  return pull;
}

}  // namespace

WeightedGraph weighted_graph(const Graph& graph, std::span<const float> conductance,
                             std::span<const Bridge> bridges) {
  const auto n = static_cast<std::int32_t>(graph.nodes);
  const std::vector<double> pull = edge_pulls(graph, conductance);
  double total = 2 * kClosedPull * static_cast<double>(bridges.size());
  for (const double p : pull) total += 2 * p;

  WeightedGraph out;
  out.mass.assign(static_cast<std::size_t>(n), 1);
  out.offset.assign(static_cast<std::size_t>(n) + 1, 0);
  for (const Bridge& bridge : bridges) {
    ++out.offset[bridge.i + 1];
    ++out.offset[bridge.j + 1];
  }
  for (std::int32_t i = 0; i < n; ++i) out.offset[i + 1] += out.offset[i] + graph.degree(i);
  out.to.resize(static_cast<std::size_t>(out.offset[n]));
  out.weight.resize(out.to.size());
  std::vector<std::int64_t> next(out.offset.begin(), out.offset.end() - 1);
  const auto add = [&](std::int32_t from, std::int32_t to, double weight) {
    out.to[next[from]] = to;
    out.weight[next[from]++] = static_cast<float>(weight / total);
  };
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int64_t at = graph.offset[i]; at < graph.offset[i + 1]; ++at)
      add(i, graph.neighbor[at], pull[graph.edge_of[at]]);
  }
  for (const Bridge& bridge : bridges) {
    add(bridge.i, bridge.j, kClosedPull);
    add(bridge.j, bridge.i, kClosedPull);
  }
  return out;
}

}  // namespace gnac::detail
