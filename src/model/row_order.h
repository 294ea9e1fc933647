#pragma once

#include <cstdint>
#include <vector>

#include "gnac/model.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// The order in which a fit sees its points, whatever order the caller has them in: by distance
/// from their mean, which turning, moving or scaling all of them does not change; at equal
/// distances by their values. Excerpts, tie-breaks and sums follow it, so permuting rows permutes
/// labels and nothing else. Position r of the result is the caller's row that comes r-th; equal
/// rows keep the caller's order, and cannot be told apart.
std::vector<std::int32_t> row_order(PointsView points, Team& team);

/// Puts the rows in that order, in place: many columns are most of the memory of a fit.
void put_in_order(Points& points, const std::vector<std::int32_t>& order);

/// The rows of `points` in that order.
Points rows_in_order(PointsView points, const std::vector<std::int32_t>& order, Team& team);

/// A model of points in that order becomes one of the caller's rows: node r is renamed order[r] in
/// everything that is per point or names points, edges are sorted again, and labels are numbered by
/// first appearance.
void restore_rows(Model& model, const std::vector<std::int32_t>& order, Team& team);

/// The reverse: a model of the caller's rows becomes one of points in that order.
void sort_rows(Model& model, const std::vector<std::int32_t>& order, Team& team);

}  // namespace gnac::detail
