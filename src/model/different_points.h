#pragma once

#include "gnac/points.h"

namespace gnac::detail {

/// The number of different points, counted up to `enough`. Stops there, so it is quick unless
/// nearly all points are equal.
int different_points(PointsView points, int enough);

}  // namespace gnac::detail
