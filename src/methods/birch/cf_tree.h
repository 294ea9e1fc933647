#pragma once

#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// The points condensed in one pass: subclusters with a radius within the threshold.
struct Subclusters {
  Points centroids;
  std::vector<double> sizes;
};

/// The tree of clustering features (Zhang, Ramakrishnan, Livny 1996), filled with the points in
/// their order. A point goes down to the nearest centroid of each node; in the leaf it joins the
/// nearest subcluster if the root mean square distance to its centroid stays within `threshold`;
/// otherwise it starts a new one. A node of more than `branching` entries splits between its two
/// farthest.
///
/// Spread is kept as the sum of squared deviations from the centroid, which does not cancel far
/// from the origin as the classical sum of squares does.
Subclusters cf_tree_leaves(PointsView points, double threshold, int branching, Team& team);

}  // namespace gnac::detail
