#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// If a method found fewer than `clusters` clusters, make up the difference: the points farthest
/// from the mean of their cluster become clusters of their own, but never the last point of a
/// cluster. Ties go to the lowest row. Labels lie in [0, clusters) before and after; if all
/// `clusters` are present, nothing changes.
void split_to(PointsView points, int clusters, std::vector<std::int32_t>& labels);

}  // namespace gnac::detail
