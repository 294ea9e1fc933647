#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

struct MstEdge {
  std::int32_t i = 0;  ///< i < j
  std::int32_t j = 0;
  double distance = 0;
};

/// The Euclidean minimum spanning tree: N-1 edges, ascending by (distance, i, j). Edges are ordered
/// by (squared distance, i, j), which makes the tree unique even where distances are equal.
std::vector<MstEdge> euclidean_mst(PointsView points, Team& team);

/// The same under mutual reachability: no two points are closer than the core distance of either,
/// which is the distance to the `samples`-th nearest point, the point itself counted.
std::vector<MstEdge> reachability_mst(PointsView points, int samples, Team& team);

}  // namespace gnac::detail
