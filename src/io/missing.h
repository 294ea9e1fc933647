#pragma once

#include <string>
#include <vector>

#include "io/category_coder.h"
#include "io/read_points.h"

namespace gnac::detail {

/// Deal with the values of a table that are NaN as `how` says: rows are taken out (with their ids
/// and labels) and listed, or values are replaced by the mean or median of the others in their
/// column and counted. The last columns are codes of categories, one for each coder, which are
/// replaced by the most frequent one. Throws Error where nothing would remain.
void treat_missing(PointTable& table, Missing how, const std::vector<CategoryCoder>& coders,
                   const std::string& name);

}  // namespace gnac::detail
