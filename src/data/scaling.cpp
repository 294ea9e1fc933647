#include "gnac/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "data/column_sums.h"
#include "gnac/error.h"

namespace gnac {
namespace {

/// fn(column, its number, value) for every value, row by row.
template <class Fn>
void for_values(PointsView points, std::span<Column> columns, Fn&& fn) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) fn(columns[c], c, points(i, c));
  }
}

std::vector<Column> measure(PointsView points) {
  std::vector<Column> columns(static_cast<std::size_t>(points.d));
  add_differences(points, points.row(0), columns);
  finish_centres(points.row(0), points.n, columns);
  add_reaches(points, columns);
  check_reaches(columns);
  add_squares(points, columns);
  return columns;
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

std::vector<double> sorted_column(PointsView points, std::int64_t c) {
  std::vector<double> values(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) values[i] = points(i, c);
  std::sort(values.begin(), values.end());
  return values;
}

/// Linear between the values beside it.
double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double deviation(const Column& column, std::int64_t n) {
  return column.reach * std::sqrt(column.squares / static_cast<double>(n - 1));
}

/// The deviation of a normal column with these quartiles; 0 where half of the values are equal.
double quartile_deviation(std::span<const double> sorted) {
  constexpr double kQuartilesOfNormal = 1.349;
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / kQuartilesOfNormal;
}

InputScaling robust_scaling(PointsView points, std::span<const Column> columns) {
  InputScaling scaling;
  for (std::int64_t c = 0; c < points.d; ++c) {
    const std::vector<double> sorted = sorted_column(points, c);
    double divisor = quartile_deviation(sorted);
    // A column most of whose values are equal still tells the others apart.
    if (!(divisor > 0)) divisor = deviation(columns[c], points.n);
    scaling.centre.push_back(quantile(sorted, 0.5));
    scaling.divisor.push_back(divisor > 0 ? divisor : 1);
  }
  return scaling;
}

/// Ranks run from 0 to 1; these make their mean 0 and their deviation 1.
InputScaling rank_scaling(PointsView points) {
  InputScaling scaling;
  for (std::int64_t c = 0; c < points.d; ++c) {
    const std::vector<double> sorted = sorted_column(points, c);
    scaling.ranked.insert(scaling.ranked.end(), sorted.begin(), sorted.end());
    scaling.centre.push_back(0.5);
    scaling.divisor.push_back(1 / std::sqrt(12.0));
  }
  return scaling;
}

/// The share of the values below, those equal to it counted half.
double rank_of(double value, std::span<const double> sorted) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
  const auto twice = (first - sorted.begin()) + (last - sorted.begin());
  return static_cast<double>(twice) / (2 * static_cast<double>(sorted.size()));
}

void refuse_constant(std::span<const Column> columns) {
  if (std::all_of(columns.begin(), columns.end(), [](const Column& c) { return c.reach == 0; })) {
    throw Error(
        "every column is constant, so there is no scale to divide by; choose scale none to cluster "
        "equal points all the same");
  }
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
    // Denormal values may round to a deviation of nothing.
    return std::max(mode == ScaleMode::global ? global : deviation(column, n),
                    std::numeric_limits<double>::min());
  };
  for (const Column& column : columns) {
    scaling.centre.push_back(column.centre);
    scaling.divisor.push_back(divisor(column));
  }
  return scaling;
}

ScaleMode choose_scale(PointsView points) {
  constexpr double kOneUnit = 10;   // spreads within this factor are of one unit
  constexpr double kLongTails = 3;  // deviation over that of the quartiles
  if (points.n < 2) return ScaleMode::global;
  const std::vector<Column> columns = measure(points);
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  bool long_tails = false;
  for (std::int64_t c = 0; c < points.d; ++c) {
    if (columns[c].reach == 0) continue;
    const double own = deviation(columns[c], points.n);
    least = std::min(least, own);
    most = std::max(most, own);
    const double middle = quartile_deviation(sorted_column(points, c));
    long_tails = long_tails || (middle > 0 && own > kLongTails * middle);
  }
  if (!(most > kOneUnit * least)) return ScaleMode::global;
  return long_tails ? ScaleMode::rank : ScaleMode::standard;
}

InputScaling fit_scaling(PointsView points, ScaleMode mode) {
  InputScaling scaling;
  if (mode == ScaleMode::none || points.n == 0) return scaling;
  if (mode == ScaleMode::automatic) mode = choose_scale(points);
  const std::vector<Column> columns = measure(points);
  refuse_constant(columns);
  if (mode == ScaleMode::robust) return robust_scaling(points, columns);
  if (mode == ScaleMode::rank) return rank_scaling(points);
  return scaling_from(columns, points.n, mode);
}

Points apply_scaling(PointsView points, const InputScaling& scaling) {
  Points out{{points.data, points.data + points.n * points.d}, points.n, points.d};
  if (scaling.centre.empty()) return out;
  if (static_cast<std::int64_t>(scaling.centre.size()) != points.d) {
    throw Error("the scaling is for " + std::to_string(scaling.centre.size()) +
                " columns, and the points have " + std::to_string(points.d));
  }
  const std::span<const double> ranked(scaling.ranked);
  const std::size_t fitted = ranked.size() / std::max<std::size_t>(scaling.centre.size(), 1);
  double* value = out.values.data();
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c, ++value) {
      if (fitted > 0) *value = rank_of(*value, ranked.subspan(c * fitted, fitted));
      *value = (*value - scaling.centre[c]) / scaling.divisor[c];
    }
  }
  return out;
}

}  // namespace gnac
