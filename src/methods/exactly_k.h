#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// Where a method found fewer than `clusters` clusters, make up the difference: the points farthest
/// from the mean of their cluster become clusters of their own, never the last point of one. Ties
/// go to the lowest row. Labels in [0, clusters) come in and out; with `clusters` present nothing
/// changes.
void split_to(PointsView points, int clusters, std::vector<std::int32_t>& labels);

}  // namespace gnac::detail
