#pragma once

#include "gnac/points.h"

namespace gnac::detail {

/// The number of distinct points. Stops counting at `enough`.
std::int64_t distinct_points(PointsView points, std::int64_t enough);

}  // namespace gnac::detail
