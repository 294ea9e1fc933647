#pragma once

#include "data/read_points.h"

namespace gnac::detail {

/// Treat the NaN values of a table as `how` says: rows are removed (with their ids and labels) and
/// listed, or values are replaced by the mean or median of their column and counted. In the last
/// `coded` columns, which are codes of categories, they are replaced by the most frequent one.
/// Throws Error if nothing would remain.
void treat_missing(PointTable& table, Missing how, std::int64_t coded, const std::string& name);

}  // namespace gnac::detail
