#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "graph/spatial/kd_tree.h"
#include "support/team.h"

namespace gnac::detail {

/// The tree over fitted points, built once for any number of look-ups; owns copies of the points.
struct FittedIndex {
  KdTree tree;
  std::vector<double> reach;       ///< per position of the tree: distance of the last in its list
  std::vector<double> node_reach;  ///< per node: the largest of these
};

/// `lists` are the fitted points' own neighbour lists; without them (nearest() alone is needed)
/// pass an empty one.
FittedIndex index_fitted(PointsView fitted, const NeighbourLists& lists);

/// The min(k, N) fitted points nearest to each point of `of`, exactly, ascending by (d², index).
/// Values must be finite.
NeighbourLists nearest(PointsView of, const FittedIndex& among, int k, Team& team);

/// The degree of each new point if it were added to the fitted graph alone: its own list, and the
/// other fitted points that would take it into theirs in place of the last.
std::vector<std::int64_t> degrees_if_added(PointsView of, const FittedIndex& among,
                                           const NeighbourLists& ties, Team& team);

}  // namespace gnac::detail
