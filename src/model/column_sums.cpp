#include "model/column_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

/// fn(column, its number, value) for every value, row by row.
template <class Fn>
void for_values(PointsView points, std::span<Column> columns, Fn&& fn) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) fn(columns[c], c, points(i, c));
  }
}

/// One standard deviation (ddof 1) of all values of the columns that vary.
double global_deviation(std::span<const Column> columns, std::int64_t n) {
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

void add_differences(PointsView rows, std::span<const double> first, std::span<Column> columns) {
  for_values(rows, columns,
             [&](Column& column, std::int64_t c, double x) { column.centre += x - first[c]; });
}

void finish_centres(std::span<const double> first, std::int64_t n, std::span<Column> columns) {
  for (std::size_t c = 0; c < columns.size(); ++c)
    columns[c].centre = first[c] + columns[c].centre / static_cast<double>(n);
}

void add_reaches(PointsView rows, std::span<Column> columns) {
  for_values(rows, columns, [](Column& column, std::int64_t, double x) {
    column.reach = std::max(column.reach, std::abs(x - column.centre));
  });
}

void check_reaches(std::span<const Column> columns) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!std::isfinite(columns[c].centre + columns[c].reach)) {
      throw Error("column " + std::to_string(c + 1) + " has values too far apart to be scaled");
    }
  }
}

void add_squares(PointsView rows, std::span<Column> columns) {
  for_values(rows, columns, [](Column& column, std::int64_t, double x) {
    if (column.reach == 0) return;
    const double share = (x - column.centre) / column.reach;
    column.squares += share * share;
  });
}

InputScaling scaling_from(std::span<const Column> columns, std::int64_t n, ScaleMode mode) {
  refuse_constant(columns);
  const double global = global_deviation(columns, n);
  InputScaling scaling;
  const auto divisor = [&](const Column& column) {
    if (column.reach == 0) return 1.0;
    // With denormal values the deviation may round to 0.
    return std::max(mode == ScaleMode::global ? global : deviation(column, n),
                    std::numeric_limits<double>::min());
  };
  for (const Column& column : columns) {
    scaling.centre.push_back(column.centre);
    scaling.divisor.push_back(divisor(column));
  }
  return scaling;
}

double deviation(const Column& column, std::int64_t n) {
  return column.reach * std::sqrt(column.squares / static_cast<double>(n - 1));
}

void refuse_constant(std::span<const Column> columns) {
  if (std::all_of(columns.begin(), columns.end(), [](const Column& c) { return c.reach == 0; })) {
    throw Error(
        "every column is constant, so there is no scale to divide by; choose scale none to cluster "
        "equal points anyway");
  }
}

std::vector<Column> measure_columns(PointsView points) {
  std::vector<Column> columns(static_cast<std::size_t>(points.d));
  add_differences(points, points.row(0), columns);
  finish_centres(points.row(0), points.n, columns);
  add_reaches(points, columns);
  check_reaches(columns);
  add_squares(points, columns);
  return columns;
}

}  // namespace gnac::detail
