#include "graph/check.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "gnac/error.h"
#include "support/largest_value.h"

namespace gnac::detail {
void check_values(PointsView points, std::int64_t first) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      if (std::abs(points(i, c)) <= kLargestValue) continue;
      throw Error(
          fmt::format("the value at row {}, column {} is {}; values must be finite and "
                      "within ±1e150",
                      first + i + 1, c + 1, points(i, c)));
    }
  }
}

void check_points(PointsView points) {
  if (points.n < 2) {
    throw Error(fmt::format("there must be at least 2 points, but there are {}", points.n));
  }
  if (points.d < 1) throw Error("the points have no columns; give at least one feature");
  if (points.n > std::numeric_limits<std::int32_t>::max()) {
    throw Error(fmt::format("{} points are above the limit of 2^31 - 1; sample them", points.n));
  }
  check_values(points);
}

}  // namespace gnac::detail
