#pragma once

#include <string>

#include "io/read_points.h"

namespace gnac::detail {

/// Find the mean, the median or the most frequent value of each feature of the table's recipe, from
/// the values that are not NaN.
void find_fills(PointTable& table);

/// Deal with the values of a table that are NaN as `how` says: rows are taken out (with their ids,
/// labels and texts) and listed, or values are replaced by those of the table's recipe and counted.
/// Throws Error if nothing would remain, or if the recipe has no such value.
void treat_missing(PointTable& table, Missing how, const std::string& name);

}  // namespace gnac::detail
