#include "gnac/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gnac/error.h"

namespace gnac {
namespace {

struct Column {
  double centre = 0;
  double reach = 0;  ///< largest |x - centre|; 0 for a constant column
  double squares =
      0;  ///< Σ ((x - centre)/reach)², so that neither tiny nor huge values leave range
};

/// fn(column, its number, value) for every value, row by row.
template <class Fn>
void for_values(PointsView points, std::vector<Column>& columns, Fn&& fn) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) fn(columns[c], c, points(i, c));
  }
}

/// Means are taken of differences to the first row, which keeps digits where the offset is large
/// and makes the mean of a constant column exactly its value.
std::vector<Column> measure(PointsView points) {
  std::vector<Column> columns(static_cast<std::size_t>(points.d));
  for_values(points, columns,
             [&](Column& column, std::int64_t c, double x) { column.centre += x - points(0, c); });
  for (std::int64_t c = 0; c < points.d; ++c) {
    columns[c].centre = points(0, c) + columns[c].centre / static_cast<double>(points.n);
  }
  for_values(points, columns, [](Column& column, std::int64_t, double x) {
    column.reach = std::max(column.reach, std::abs(x - column.centre));
  });
  for (std::int64_t c = 0; c < points.d; ++c) {
    if (!std::isfinite(columns[c].centre + columns[c].reach)) {
      throw Error("column " + std::to_string(c + 1) + " has values too far apart to be scaled");
    }
  }
  for_values(points, columns, [](Column& column, std::int64_t, double x) {
    if (column.reach == 0) return;
    const double share = (x - column.centre) / column.reach;
    column.squares += share * share;
  });
  return columns;
}

/// One standard deviation (ddof 1) of all values of the columns that vary.
double global_deviation(const std::vector<Column>& columns, std::int64_t n) {
  double reach = 0;
  for (const Column& column : columns) reach = std::max(reach, column.reach);
  double squares = 0;
  double count = 0;
  for (const Column& column : columns) {
    if (column.reach == 0) continue;
    const double share = column.reach / reach;
    squares += column.squares * share * share;
    count += static_cast<double>(n);
  }
  return reach * std::sqrt(squares / (count - 1));
}

}  // namespace

InputScaling fit_scaling(PointsView points, ScaleMode mode) {
  InputScaling scaling;
  if (mode == ScaleMode::none || points.n == 0) return scaling;
  const std::vector<Column> columns = measure(points);
  if (std::all_of(columns.begin(), columns.end(), [](const Column& c) { return c.reach == 0; })) {
    throw Error(
        "every column is constant, so there is no scale to divide by; choose scale none to cluster "
        "equal points all the same");
  }
  const double global = global_deviation(columns, points.n);
  const auto divisor = [&](const Column& column) {
    if (column.reach == 0) return 1.0;
    const double own = column.reach * std::sqrt(column.squares / static_cast<double>(points.n - 1));
    // Denormal values may round to a deviation of nothing.
    return std::max(mode == ScaleMode::global ? global : own, std::numeric_limits<double>::min());
  };
  for (const Column& column : columns) {
    scaling.centre.push_back(column.centre);
    scaling.divisor.push_back(divisor(column));
  }
  return scaling;
}

Points apply_scaling(PointsView points, const InputScaling& scaling) {
  Points out{{points.data, points.data + points.n * points.d}, points.n, points.d};
  if (scaling.centre.empty()) return out;
  if (static_cast<std::int64_t>(scaling.centre.size()) != points.d) {
    throw Error("the scaling is for " + std::to_string(scaling.centre.size()) +
                " columns, and the points have " + std::to_string(points.d));
  }
  double* value = out.values.data();
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c, ++value) {
      *value = (*value - scaling.centre[c]) / scaling.divisor[c];
    }
  }
  return out;
}

}  // namespace gnac
