#pragma once

#include <string>

#include "io/read_points.h"

namespace gnac::detail {

/// Find what fills gaps, from the values that are not NaN: the mean and the median or the most
/// frequent value of each feature of the table's recipe, and some of its rows.
void find_fills(PointTable& table);

/// Deal with the values of a table that are NaN as `how` says: rows are taken out (with their ids,
/// labels and texts) and listed, or values are replaced by what the recipe says and counted.
/// Throws Error if nothing would remain, or if the recipe has no such value.
void treat_missing(PointTable& table, Missing how, const std::string& name);

}  // namespace gnac::detail
