#include "readout/tree.h"

#include "support/disjoint_sets.h"
#include "support/ranking.h"

namespace gnac::detail {

std::vector<TreeLink> spanning_tree(const Graph& graph, std::span<const float> conductance,
                                    std::span<const double> rank_affinity,
                                    std::span<const Bridge> bridges, Team& team) {
  constexpr double kRankShare = 1e-3;
  const auto edges = std::ssize(graph.edges);
  std::vector<double> weakness(edges);
  team.for_blocks(edges, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto e = begin; e < end; ++e) {
      weakness[e] = -(static_cast<double>(conductance[e]) + kRankShare * rank_affinity[e]);
    }
  });
  std::vector<TreeLink> tree;
  tree.reserve(graph.nodes - 1);
  DisjointSets sets(graph.nodes);
  for (const std::int32_t e : stable_order(weakness, team)) {
    const auto [i, j] = graph.edges[e];
    if (sets.join(i, j)) tree.push_back({i, j, -weakness[e]});
  }
  for (const Bridge& bridge : bridges) tree.push_back({bridge.i, bridge.j, -bridge.gap});
  return tree;
}

}  // namespace gnac::detail
