#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/points.h"
#include "gnac/scaling.h"

namespace gnac::detail {

/// Sums of a column from which a scaling is made, gathered in three passes over the rows. Each pass
/// may be split into consecutive parts: the sums run row by row, so the digits do not depend on the
/// split.
struct Column {
  double centre = 0;
  double reach = 0;  ///< largest |x - centre|; 0 for a constant column
  double squares =
      0;  ///< Σ ((x - centre)/reach)², so that neither tiny nor huge values leave range
};

/// Pass 1: centre becomes the sum of differences to the first of all rows, which keeps digits where
/// the offset is large and makes the mean of a constant column exactly its value.
void add_differences(PointsView rows, std::span<const double> first, std::span<Column> columns);

/// After pass 1 of all n rows: centre becomes the mean.
void finish_centres(std::span<const double> first, std::int64_t n, std::span<Column> columns);

/// Pass 2.
void add_reaches(PointsView rows, std::span<Column> columns);

/// After pass 2. Throws Error for a column that cannot be scaled.
void check_reaches(std::span<const Column> columns);

/// Pass 3.
void add_squares(PointsView rows, std::span<Column> columns);

/// All three passes over all rows.
std::vector<Column> measure_columns(PointsView points);

/// Standard deviation (ddof 1) of a column of n rows, from all three passes.
double deviation(const Column& column, std::int64_t n);

/// Throws Error if no column varies.
void refuse_constant(std::span<const Column> columns);

/// The scaling of ScaleMode::global or ScaleMode::standard, from all three passes over n rows.
InputScaling scaling_from(std::span<const Column> columns, std::int64_t n, ScaleMode mode);

}  // namespace gnac::detail
