#include "gnac/scaling.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnac/error.h"
#include "model/category_weights.h"
#include "model/column_sums.h"
#include "model/columns_seen.h"

namespace gnac {

using namespace detail;

namespace {

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

double bent(double x, double centre, double divisor) {
  return divisor > 0 ? std::asinh((x - centre) / divisor) : x;
}

/// asinh is straight near 0 and a logarithm far from it: within the quartiles a column stays as it
/// is, and its tail is shortened.
InputScaling table_scaling(PointsView points) {
  InputScaling scaling;
  Points columns{{points.data, points.data + points.n * points.d}, points.n, points.d};
  for (const ColumnSeen& seen : see_columns(points, points.d)) {
    const std::vector<double> sorted = sorted_column(points, seen.at);
    const bool bends = seen.deviation > 0 && has_long_tail(points, seen);
    const double quartiles = quartile_deviation(sorted);
    scaling.bend_centre.push_back(bends ? quantile(sorted, 0.5) : 0);
    scaling.bend_divisor.push_back(!bends ? 0 : quartiles > 0 ? quartiles : seen.deviation);
  }
  for (std::int64_t i = 0; i < columns.n; ++i) {
    double* row = columns.values.data() + i * columns.d;
    for (std::int64_t c = 0; c < columns.d; ++c)
      row[c] = bent(row[c], scaling.bend_centre[c], scaling.bend_divisor[c]);
  }
  InputScaling standard = scaling_from(measure_columns(columns), columns.n, ScaleMode::standard);
  scaling.centre = std::move(standard.centre);
  scaling.divisor = std::move(standard.divisor);
  if (std::ranges::all_of(scaling.bend_divisor, [](double d) { return d == 0; })) {
    scaling.bend_centre.clear();
    scaling.bend_divisor.clear();
  }
  return scaling;
}

/// The share of values below x; equal ones count half.
double rank_of(double value, std::span<const double> sorted) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
  const auto twice = (first - sorted.begin()) + (last - sorted.begin());
  return static_cast<double>(twice) / (2 * static_cast<double>(sorted.size()));
}

/// The reverse: the value whose place among `sorted` is `share`.
double at_share(std::span<const double> sorted, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size());
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(place))];
}

/// The columns [first, end).
Points some_columns(PointsView points, std::int64_t first, std::int64_t end) {
  Points out{{}, points.n, end - first};
  out.values.reserve(static_cast<std::size_t>(points.n * out.d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto row = points.row(i).subspan(first, out.d);
    out.values.insert(out.values.end(), row.begin(), row.end());
  }
  return out;
}

/// Adds indicator columns, which become 0 and their weight.
void add_indicators(InputScaling& scaling, PointsView numbers, PointsView indicators, bool ranked) {
  const std::vector<double> weights = category_weights(apply_scaling(numbers, scaling), indicators);
  for (std::int64_t c = 0; c < indicators.d; ++c) {
    scaling.centre.push_back(0);
    // The ranks of 0 and 1 differ by one half, however many there are of each.
    scaling.divisor.push_back((ranked ? 0.5 : 1) / weights[c]);
    if (!ranked) continue;
    const std::vector<double> sorted = sorted_column(indicators, c);
    scaling.ranked.insert(scaling.ranked.end(), sorted.begin(), sorted.end());
  }
}

void check_columns(PointsView points, const InputScaling& scaling) {
  if (std::ssize(scaling.centre) == points.d) return;
  throw Error("the scaling is for " + std::to_string(scaling.centre.size()) +
              " columns, but the points have " + std::to_string(points.d));
}

InputScaling scaling_of(PointsView points, ScaleMode mode, std::int64_t indicators,
                        std::span<const std::int64_t> times, Metric metric) {
  check_indicators(points, indicators);
  InputScaling scaling;
  if (points.n == 0) return scaling;
  if (mode == ScaleMode::automatic || metric == Metric::automatic) {
    const ScaleChoice choice = choose_scale(points, indicators, mode, metric);
    mode = choice.scale;
    metric = choice.metric;
  }
  if (metric != Metric::euclidean) {
    scaling = scaling_of(points, mode, indicators, times, Metric::euclidean);
    scaling.metric = metric;
    return scaling;
  }
  if (mode == ScaleMode::none) return scaling;
  if (indicators > 0) {
    const std::int64_t count = points.d - indicators;
    const Points numbers = some_columns(points, 0, count);
    if (count > 0) scaling = scaling_of(numbers, mode, 0, times, Metric::euclidean);
    add_indicators(scaling, numbers, some_columns(points, count, points.d),
                   mode == ScaleMode::rank);
    if (!scaling.bend_divisor.empty()) {
      scaling.bend_centre.resize(static_cast<std::size_t>(points.d), 0);
      scaling.bend_divisor.resize(static_cast<std::size_t>(points.d), 0);
    }
    return scaling;
  }
  const std::vector<Column> columns = measure_columns(points);
  refuse_constant(columns);
  if (mode == ScaleMode::robust) return robust_scaling(points, columns);
  if (mode == ScaleMode::rank) return rank_scaling(points);
  if (mode == ScaleMode::table) {
    scaling = table_scaling(points);
    const std::vector<double> weights = time_weights(apply_scaling(points, scaling), times);
    for (std::size_t t = 0; t < times.size(); ++t) scaling.divisor[times[t]] /= weights[t];
    return scaling;
  }
  return scaling_from(columns, points.n, mode);
}

}  // namespace

InputScaling fit_scaling(PointsView points, ScaleMode mode, std::int64_t indicators,
                         Metric metric) {
  return scaling_of(points, mode, indicators, {}, metric);
}

InputScaling fit_scaling(PointsView points, ScaleMode mode, const TableRecipe& table,
                         Metric metric) {
  if (!table.columns.empty() && point_columns(table) != points.d)
    throw Error("the table was read as " + std::to_string(point_columns(table)) +
                " columns, but the points have " + std::to_string(points.d));
  return scaling_of(points, mode, indicator_count(table), time_columns(table), metric);
}

Points apply_scaling(PointsView points, const InputScaling& scaling) {
  return apply_scaling(Points{{points.data, points.data + points.n * points.d}, points.n, points.d},
                       scaling);
}

Points apply_scaling(Points&& points, const InputScaling& scaling) {
  if (scaling.centre.empty()) return apply_metric(std::move(points), scaling.metric);
  check_columns(points, scaling);
  const std::span<const double> ranked(scaling.ranked);
  const std::size_t fitted = ranked.size() / std::max<std::size_t>(scaling.centre.size(), 1);
  const bool bends = !scaling.bend_divisor.empty();
  double* value = points.values.data();
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c, ++value) {
      if (bends) *value = bent(*value, scaling.bend_centre[c], scaling.bend_divisor[c]);
      if (fitted > 0) *value = rank_of(*value, ranked.subspan(c * fitted, fitted));
      *value = (*value - scaling.centre[c]) / scaling.divisor[c];
    }
  }
  return apply_metric(std::move(points), scaling.metric);
}

Points undo_scaling(Points points, const InputScaling& scaling) {
  if (scaling.centre.empty() || compares_directions(scaling.metric)) return points;
  check_columns(points, scaling);
  const std::span<const double> ranked(scaling.ranked);
  const std::size_t fitted = ranked.size() / scaling.centre.size();
  double* value = points.values.data();
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c, ++value) {
      *value = *value * scaling.divisor[c] + scaling.centre[c];
      if (fitted > 0)
        *value = at_share(ranked.subspan(static_cast<std::size_t>(c) * fitted, fitted), *value);
      if (!scaling.bend_divisor.empty() && scaling.bend_divisor[c] > 0)
        *value = std::sinh(*value) * scaling.bend_divisor[c] + scaling.bend_centre[c];
    }
  }
  return points;
}

}  // namespace gnac
