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
  Metric metric = Metric::euclidean;
  KdTree tree;
  std::vector<double> reach;  ///< per position of the tree: distance of the last entry of its list
  std::vector<double> node_reach;  ///< per node: the largest of these
};

/// `lists` are the fitted points' own neighbour lists; they may be empty if only nearest() is
/// needed. All points are rows as apply_metric() leaves them.
FittedIndex index_fitted(PointsView fitted, const NeighborLists& lists, Metric metric);

/// The min(k, N) fitted points nearest to each point of `of`, exactly, ascending by (separation,
/// index). Values must be finite.
NeighborLists nearest(PointsView of, const FittedIndex& among, int k, Team& team);

/// The degree that each new point would have if it alone were added to the fitted graph: its own
/// list, plus the other fitted points that would take it into theirs instead of their last entry.
std::vector<std::int64_t> degrees_if_added(PointsView of, const FittedIndex& among,
                                           const NeighborLists& ties, Team& team);

}  // namespace gnac::detail
