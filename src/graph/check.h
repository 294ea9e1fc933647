#pragma once

#include <cstdint>

#include "gnac/points.h"

namespace gnac::detail {

/// Throws Error unless every value is finite and small enough that squared distances do not
/// overflow. Rows are counted from `first`.
void check_values(PointsView points, std::int64_t first = 0);

/// check_values(), and there must be from 2 to 2^31 - 1 points with at least one column.
void check_points(PointsView points);

}  // namespace gnac::detail
