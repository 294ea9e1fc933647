#include "gnac/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnac/error.h"
#include "model/column_sums.h"

namespace gnac {

using namespace detail;

namespace {

std::vector<Column> measure(PointsView points) {
  std::vector<Column> columns(static_cast<std::size_t>(points.d));
  add_differences(points, points.row(0), columns);
  finish_centres(points.row(0), points.n, columns);
  add_reaches(points, columns);
  check_reaches(columns);
  add_squares(points, columns);
  return columns;
}

std::vector<double> sorted_column(PointsView points, std::int64_t c) {
  std::vector<double> values(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) values[i] = points(i, c);
  std::sort(values.begin(), values.end());
  return values;
}

/// Linear interpolation between sorted values.
double quantile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

/// The deviation of a normal column with these quartiles; 0 if half of the values are equal.
double quartile_deviation(std::span<const double> sorted) {
  constexpr double kQuartilesOfNormal = 1.349;
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / kQuartilesOfNormal;
}

InputScaling robust_scaling(PointsView points, std::span<const Column> columns) {
  InputScaling scaling;
  for (std::int64_t c = 0; c < points.d; ++c) {
    const std::vector<double> sorted = sorted_column(points, c);
    double divisor = quartile_deviation(sorted);
    // If most values of a column are equal, it still tells the others apart.
    if (!(divisor > 0)) divisor = deviation(columns[c], points.n);
    scaling.centre.push_back(quantile(sorted, 0.5));
    scaling.divisor.push_back(divisor > 0 ? divisor : 1);
  }
  return scaling;
}

/// Ranks run from 0 to 1; this makes their mean 0 and their deviation 1.
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

/// The share of values below x; equal ones count half.
double rank_of(double value, std::span<const double> sorted) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
  const auto twice = (first - sorted.begin()) + (last - sorted.begin());
  return static_cast<double>(twice) / (2 * static_cast<double>(sorted.size()));
}

/// The first `count` columns.
Points first_columns(PointsView points, std::int64_t count) {
  Points out{{}, points.n, count};
  out.values.reserve(static_cast<std::size_t>(points.n * count));
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto row = points.row(i).first(static_cast<std::size_t>(count));
    out.values.insert(out.values.end(), row.begin(), row.end());
  }
  return out;
}

/// Adds indicator columns, which stay 0 and 1.
void keep_indicators(InputScaling& scaling, PointsView points, std::int64_t indicators,
                     bool ranked) {
  for (std::int64_t c = points.d - indicators; c < points.d; ++c) {
    scaling.centre.push_back(0);
    // The ranks of 0 and 1 differ by one half, however many there are of each.
    scaling.divisor.push_back(ranked ? 0.5 : 1);
    if (!ranked) continue;
    const std::vector<double> sorted = sorted_column(points, c);
    scaling.ranked.insert(scaling.ranked.end(), sorted.begin(), sorted.end());
  }
}

}  // namespace

ScaleMode choose_scale(PointsView points, std::int64_t indicators) {
  if (indicators > 0) return choose_scale(first_columns(points, points.d - indicators));
  constexpr double kOneUnit = 10;   // spreads within this factor mean one unit
  constexpr double kLongTails = 3;  // deviation over the one that the quartiles suggest
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

InputScaling fit_scaling(PointsView points, ScaleMode mode, std::int64_t indicators,
                         Metric metric) {
  InputScaling scaling;
  if (metric != Metric::euclidean) {
    if (mode == ScaleMode::automatic) mode = choose_scale(points, indicators);
    const bool as_they_are = mode == ScaleMode::global && compares_directions(metric);
    scaling = fit_scaling(points, as_they_are ? ScaleMode::none : mode, indicators);
    scaling.metric = metric;
    return scaling;
  }
  if (mode == ScaleMode::none || points.n == 0) return scaling;
  if (mode == ScaleMode::automatic) mode = choose_scale(points, indicators);
  if (indicators > 0) {
    if (indicators < points.d)
      scaling = fit_scaling(first_columns(points, points.d - indicators), mode);
    keep_indicators(scaling, points, indicators, mode == ScaleMode::rank);
    return scaling;
  }
  const std::vector<Column> columns = measure(points);
  refuse_constant(columns);
  if (mode == ScaleMode::robust) return robust_scaling(points, columns);
  if (mode == ScaleMode::rank) return rank_scaling(points);
  return scaling_from(columns, points.n, mode);
}

Points apply_scaling(PointsView points, const InputScaling& scaling) {
  return apply_scaling(Points{{points.data, points.data + points.n * points.d}, points.n, points.d},
                       scaling);
}

Points apply_scaling(Points&& points, const InputScaling& scaling) {
  if (scaling.centre.empty()) return apply_metric(std::move(points), scaling.metric);
  if (static_cast<std::int64_t>(scaling.centre.size()) != points.d) {
    throw Error("the scaling is for " + std::to_string(scaling.centre.size()) +
                " columns, but the points have " + std::to_string(points.d));
  }
  const std::span<const double> ranked(scaling.ranked);
  const std::size_t fitted = ranked.size() / std::max<std::size_t>(scaling.centre.size(), 1);
  double* value = points.values.data();
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c, ++value) {
      if (fitted > 0) *value = rank_of(*value, ranked.subspan(c * fitted, fitted));
      *value = (*value - scaling.centre[c]) / scaling.divisor[c];
    }
  }
  return apply_metric(std::move(points), scaling.metric);
}

}  // namespace gnac
