#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/points.h"
#include "gnac/table.h"

namespace gnac::detail {

/// At most 500 of these rows, chosen and ordered by their values, so that the order of the rows
/// does not matter. Missing values, NaN in `points`, are kNoValue in the result.
std::vector<double> rows_to_remember(PointsView points);

/// The rows that a table's recipe remembers, laid out for comparing others with them.
struct NearestRows {
  /// One column of the table.
  struct Feature {
    std::int64_t first = 0;     ///< of its columns of points
    std::int64_t width = 1;     ///< how many
    bool kind = false;          ///< a boolean or category, whose value is which of them
    double apart = 2;           ///< expected squared distance of two rows
    double spread = 1;          ///< number: the standard deviation
    std::vector<double> value;  ///< per row; a number divided by its spread; 0 where missing
    std::vector<double> there;  ///< per row: 1, or 0 if it has no value
  };
  std::int64_t n = 0;
  std::vector<Feature> features;
};
NearestRows nearest_rows(const TableRecipe& recipe);

/// Fills the gaps of one row of points, which are NaN, from the remembered rows that have the
/// value and are nearest by the values that the row has. Numbers become the mean of these rows,
/// categories their most frequent one. Gaps stay where no row can tell.
void fill_from_nearest(const NearestRows& rows, std::span<double> row);

}  // namespace gnac::detail
