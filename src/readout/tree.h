#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "support/team.h"

namespace gnac::detail {

/// A link of a tree over all nodes of a graph.
struct TreeLink {
  std::int32_t i = 0;
  std::int32_t j = 0;
  double strength = 0;
};

/// The maximum spanning tree of a conductance: nodes - 1 links, the strongest first.
///
/// Within a component a link is an edge of the graph, of strength α + 1e-3·q, q being the affinity
/// by its rank in the input: the rank only decides between edges that the rule finds alike. Equal
/// strengths: the earlier edge first. Components are joined by their bridges, of strength -gap:
/// weaker than any edge, and the wider the weaker.
std::vector<TreeLink> spanning_tree(const Graph& graph, std::span<const float> conductance,
                                    std::span<const double> rank_affinity,
                                    std::span<const Bridge> bridges, Team& team);

/// The labels of the tree without its clusters - 1 weakest links, by first appearance. (For links
/// whose order is `links`, the strongest first.)
std::vector<std::int32_t> cut_weakest(std::span<const TreeLink> links, std::int64_t nodes,
                                      int clusters);

}  // namespace gnac::detail
