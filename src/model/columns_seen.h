#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// The facts about a column from which its scaling is chosen and problems are found.
struct ColumnSeen {
  std::int64_t at = 0;  ///< its place in the table
  double mean = 0;
  double deviation = 0;  ///< ddof 1; 0 for a constant column
  double skewness = 0;
  double least = 0;
  double most = 0;
};

/// Throws Error if there cannot be this many indicators among the columns.
void check_indicators(PointsView points, std::int64_t indicators);

/// The facts about the first `count` columns.
std::vector<ColumnSeen> see_columns(PointsView points, std::int64_t count);

/// Do a few values determine a column's deviation? Judged by its skewness; a column of two values
/// has no tail.
bool has_long_tail(PointsView points, const ColumnSeen& column);

}  // namespace gnac::detail
