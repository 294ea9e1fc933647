#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// A link between two components of a graph, which is not an edge of the graph.
struct Bridge {
  std::int32_t i = 0;
  std::int32_t j = 0;
  double gap = 0;  ///< the distance of i and j; without coordinates, the nodes of the smaller side
};

/// The bridges that join a graph's components into one: components - 1, narrowest first. They are
/// the minimum spanning tree of the components, where the distance of two components is that of
/// their closest points; of more than 10,000 points in more than 16 columns, of the closest among
/// some 5,000 of them. Without coordinates (points.d == 0) we cannot know which components are
/// near: each is bridged to the largest (the first of equals), lowest node to lowest node, smallest
/// first.
std::vector<Bridge> bridges(const Graph& graph, PointsView points, Team& team);

/// A component smaller than this share of the mean cluster size n/K is not a cluster of its own.
inline constexpr double kSmallComponent = 0.2;

/// Which components are kept when a graph is divided into K clusters, and through which
/// bridges the others are absorbed.
struct Absorption {
  std::vector<char> kept;             ///< per component
  std::int32_t count = 0;             ///< components kept
  std::vector<std::int32_t> bridges;  ///< positions of the absorbing bridges, in an order in which
                                      ///< one end is labelled before the other
};

/// Components below kSmallComponent·n/K are absorbed by their nearest neighbour, through the
/// narrowest bridges. If too few nodes would be left for K clusters, none is absorbed.
Absorption absorb_small(const Graph& graph, const std::vector<Bridge>& bridges, int clusters);

/// Copies labels over the absorbing bridges to whole components, whose labels are -1 so far.
void label_absorbed(const Graph& graph, const std::vector<Bridge>& bridges,
                    const Absorption& absorption, std::vector<std::int32_t>& labels);

}  // namespace gnac::detail
