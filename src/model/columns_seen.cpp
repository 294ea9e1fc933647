#include "model/columns_seen.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gnac/error.h"
#include "model/column_sums.h"

namespace gnac::detail {

void check_indicators(PointsView points, std::int64_t indicators) {
  if (indicators >= 0 && indicators <= points.d) return;
  throw Error("there cannot be " + std::to_string(indicators) + " columns of categories among " +
              std::to_string(points.d));
}

std::vector<ColumnSeen> see_columns(PointsView points, std::int64_t count) {
  const std::vector<Column> sums = measure_columns(points);
  std::vector<ColumnSeen> seen(static_cast<std::size_t>(count));
  for (std::int64_t c = 0; c < count; ++c) {
    seen[c] = {.at = c,
               .mean = sums[c].centre,
               .deviation = deviation(sums[c], points.n),
               .least = points(0, c),
               .most = points(0, c)};
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (ColumnSeen& column : seen) {
      const double x = points(i, column.at);
      column.least = std::min(column.least, x);
      column.most = std::max(column.most, x);
      if (!(column.deviation > 0)) continue;
      const double z = (x - column.mean) / column.deviation;
      column.skewness += z * z * z;
    }
  }
  for (ColumnSeen& column : seen) column.skewness /= static_cast<double>(points.n);
  return seen;
}

bool has_long_tail(PointsView points, const ColumnSeen& column) {
  constexpr double kSkewed = 2;
  if (!(std::abs(column.skewness) > kSkewed)) return false;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const double x = points(i, column.at);
    if (x > column.least && x < column.most) return true;
  }
  return false;
}

}  // namespace gnac::detail
