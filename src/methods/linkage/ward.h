#pragma once

#include <span>
#include <vector>

#include "gnac/points.h"
#include "methods/linkage/dendrogram.h"
#include "support/team.h"

namespace gnac::detail {

/// Ward's hierarchy (1963) by the nearest-neighbour chain (Murtagh 1983): the height of a merge is
/// the square root of twice the growth of the within-cluster sum of squares. Each cluster is its
/// centroid and size, so memory is linear. `weight` is the points' own sizes; empty: 1 each.
///
/// Nearby centroids share a block, each with its bounding box; a block whose box cannot contain
/// anything nearer is skipped. Worst case N²·d time, far less in low dimension.
std::vector<PointMerge> ward_merges(PointsView points, std::span<const double> weight, Team& team);

}  // namespace gnac::detail
