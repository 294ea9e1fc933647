#pragma once

#include <optional>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// The points in fewer columns, in which no two of them are farther apart than in all columns.
///
/// With V an orthonormal basis of a few directions, y = Vᵀ(x - c) and s = ‖x - c - Vy‖ the length
/// of the rest, the triangle inequality in the rest gives ‖x - x'‖² >= ‖y - y'‖² + (s - s')². So
/// (y, s) rules out most pairs at a fraction of the cost; any V will do, and the more of the
/// variance it keeps, the fewer pairs remain.
struct Reduction {
  Points rows;       ///< n×(directions + 1): (y, s)
  double slack = 0;  ///< by which rounding may lengthen a distance in `rows`
};

/// None for few columns, and where few directions keep too little of the variance. V spans about
/// the first principal directions, by subspace iteration on a sample; the digits do not depend on
/// threads or the instruction set.
std::optional<Reduction> reduce(PointsView points, Team& team);

}  // namespace gnac::detail::knn_detail
