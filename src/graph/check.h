#pragma once

#include "gnac/points.h"

namespace gnac::detail {

/// Throws Error unless there are at least two points with finite values whose squared distances
/// cannot overflow.
void check_points(PointsView points);

}  // namespace gnac::detail
