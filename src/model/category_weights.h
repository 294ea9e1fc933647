#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// How far apart categories are, compared with scaled numbers (docs/formats.md).
///
/// A category is one column of 0 and 1, or several of which exactly one is 1 in every row. With
/// weight w, rows of distinct categories are √2·w apart. A weight of 1 is that of a number of
/// deviation 1 over all pairs of rows. But a number hardly differs between neighbours, and a
/// category does or does not: at weight 1 even one that is right in nine of ten rows tears the tenth
/// off its cluster. So distinct values count as much as a distance of numbers that is equally
/// unlikely within a cluster:
///
///     w² = s²·log(P0·(1 - P) / (P·(1 - P0))), at least r²/(2·P0) and at most 1
///
/// where P0 is the share of all pairs of rows with distinct categories, P the same among neighbours
/// by all other columns; s² the lower quartile of the squared difference, per number, of rows of one
/// category; and r² the mean squared difference of neighbours by the numbers, per number, of the
/// median row (a mean over rows would let six outliers raise every category's weight). A category
/// that has nothing to do with the rest thus counts among neighbours as one more number does.
///
/// `numbers` are scaled, `indicators` 0 and 1, of the same rows. One factor per column of
/// `indicators`: the weight, times √2 for a category of one column, whose rows differ in that
/// column alone. All weights are 1 if there are no numbers.
std::vector<double> category_weights(PointsView numbers, PointsView indicators);

/// How far dates and times count beside other scaled numbers: a factor for each of the columns
/// `times` of `numbers`. A row is often dated by when it was written, which has nothing to do with
/// what it says, and such a column spreads over every cluster. See docs/formats.md; at least a fifth of
/// it stays.
std::vector<double> time_weights(PointsView numbers, std::span<const std::int64_t> times);

}  // namespace gnac::detail
