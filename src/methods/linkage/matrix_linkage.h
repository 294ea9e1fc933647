#pragma once

#include <vector>

#include "gnac/points.h"
#include "methods/linkage/dendrogram.h"
#include "support/team.h"

namespace gnac::detail {

enum class Linkage {
  average,   ///< mean distance of the points of two clusters
  complete,  ///< largest distance
};

/// The exact hierarchy by the nearest-neighbour chain over the matrix of all distances, updated by
/// the Lance–Williams formula: N² time and N(N-1)/2 doubles, which run_method() checks against the
/// available memory.
std::vector<PointMerge> matrix_merges(PointsView points, Linkage linkage, Team& team);

}  // namespace gnac::detail
