#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac {

struct MstEdge {
  std::int32_t i = 0;  ///< i < j
  std::int32_t j = 0;
  double distance = 0;
};

/// The Euclidean minimum spanning tree: N-1 edges, ascending by (distance, i, j). Edges are ordered
/// by (squared distance, i, j), which makes the tree unique even where distances are equal.
///
/// Borůvka's algorithm (1926) with one nearest-foreign-neighbour search per point in a kd-tree. A
/// neighbour once found stays the nearest until it joins the point's own component, its distance
/// bounds all later ones from below, and subtrees that lie in one component are passed over: in low
/// dimension about N log N work. Linear memory.
std::vector<MstEdge> euclidean_mst(PointsView points, Team& team);

}  // namespace gnac
