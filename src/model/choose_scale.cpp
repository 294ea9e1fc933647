// Which scaling fits the columns of a table, judged by the columns alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "gnac/scaling.h"
#include "model/columns_seen.h"

namespace gnac {

using namespace detail;

namespace {

/// Spreads within this factor mean one unit. Up to four columns are often coordinates, and shapes
/// may well be long in one direction; if all of them have values on both sides of zero, which
/// amounts and durations do not have, shapes may even be flat.
constexpr double kOneUnit = 3;
constexpr double kOneUnitOfFew = 8;
constexpr double kFlat = 100;
constexpr std::int64_t kFew = 4;

/// A few columns on one side of zero whose spreads differ by more than the first and whose skewness
/// by more than the second are not the coordinates of one shape.
constexpr double kUnlikeSpread = 1.5;
constexpr double kUnlikeSkewness = 1.5;

/// The share of columns with the same smallest and the same largest value from which on all have
/// one range: pixels, indicators, answers on one scale.
constexpr double kSameRange = 0.5;

/// Principal components are uncorrelated, and their spread falls from each to the next.
constexpr double kFalling = 0.9;
constexpr double kUncorrelated = 0.05;
constexpr std::int64_t kCompared = 32;  // leading columns

/// Embeddings have at least this many columns, and the origin within their cloud. Components with
/// their centre at the origin were centred, so lengths mean something; those of texts are not.
constexpr std::int64_t kManyColumns = 50;
constexpr double kOriginWithin = 1;
constexpr double kCentred = 1e-3;

/// Pixels, spectra and series have many columns in an order: each resembles the next, and far less
/// one that is half of all columns away.
constexpr double kAlike = 0.5;
constexpr double kLessAlike = 0.25;

template <class Value>
double commonest_share(std::span<const ColumnSeen> columns, Value value) {
  std::vector<double> all;
  for (const ColumnSeen& c : columns) all.push_back(value(c));
  std::sort(all.begin(), all.end());
  std::ptrdiff_t most = 0;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::upper_bound(first, all.end(), *first);
    most = std::max(most, last - first);
    first = last;
  }
  return static_cast<double>(most) / static_cast<double>(all.size());
}

bool have_one_range(std::span<const ColumnSeen> columns) {
  return commonest_share(columns, [](const ColumnSeen& c) { return c.least; }) >= kSameRange &&
         commonest_share(columns, [](const ColumnSeen& c) { return c.most; }) >= kSameRange;
}

bool have_both_signs(std::span<const ColumnSeen> columns) {
  return std::ranges::all_of(columns,
                             [](const ColumnSeen& c) { return c.least < 0 && c.most > 0; });
}

/// The largest spread over the smallest; of ten columns and more, without a tenth at either end.
double spread_ratio(std::span<const ColumnSeen> columns) {
  std::vector<double> spread;
  for (const ColumnSeen& c : columns) spread.push_back(c.deviation);
  std::sort(spread.begin(), spread.end());
  const std::size_t end = spread.size() >= 10 ? spread.size() / 10 : 0;
  return spread[spread.size() - 1 - end] / spread[end];
}

double falling_share(std::span<const ColumnSeen> columns) {
  int falling = 0;
  for (std::size_t c = 1; c < columns.size(); ++c)
    falling += columns[c].deviation <= columns[c - 1].deviation ? 1 : 0;
  return falling / static_cast<double>(columns.size() - 1);
}

/// Mean absolute correlation of the leading columns.
double mean_correlation(PointsView points, std::span<const ColumnSeen> columns) {
  const auto count = std::min<std::size_t>(columns.size(), kCompared);
  std::vector<double> product(count * count, 0.0), row(count);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::size_t c = 0; c < count; ++c)
      row[c] = (points(i, columns[c].at) - columns[c].mean) / columns[c].deviation;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < a; ++b) product[a * count + b] += row[a] * row[b];
    }
  }
  double sum = 0;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < a; ++b) sum += std::abs(product[a * count + b]);
  }
  const double pairs = static_cast<double>(count * (count - 1)) / 2;
  return sum / (pairs * static_cast<double>(points.n - 1));
}

/// Mean correlation of each column with the one that is `step` columns further.
double mean_correlation_at(PointsView points, std::span<const ColumnSeen> columns,
                           std::size_t step) {
  const std::size_t pairs = columns.size() - step;
  std::vector<double> row(columns.size());
  double sum = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] = (points(i, columns[c].at) - columns[c].mean) / columns[c].deviation;
    for (std::size_t c = 0; c < pairs; ++c) sum += row[c] * row[c + step];
  }
  return sum / (static_cast<double>(pairs) * static_cast<double>(points.n - 1));
}

bool are_profiles(PointsView points, std::span<const ColumnSeen> columns) {
  if (std::ssize(columns) < kManyColumns) return false;
  const double next = mean_correlation_at(points, columns, 1);
  return next >= kAlike &&
         next - mean_correlation_at(points, columns, columns.size() / 2) >= kLessAlike;
}

/// The squared distance of the centre from the origin, as a share of the variance.
double offset_share(std::span<const ColumnSeen> columns) {
  double offset = 0, variance = 0;
  for (const ColumnSeen& c : columns) {
    offset += c.mean * c.mean;
    variance += c.deviation * c.deviation;
  }
  return offset / variance;
}

bool are_components(PointsView points, std::span<const ColumnSeen> columns) {
  return std::ssize(columns) > kFew && falling_share(columns) >= kFalling &&
         mean_correlation(points, columns) < kUncorrelated;
}

ScaleChoice by_columns(PointsView points, std::span<const ColumnSeen> columns) {
  const auto count = std::ssize(columns);
  if (count < 2) return {ScaleMode::global, Metric::euclidean, "a single column has one scale"};
  const double ratio = spread_ratio(columns);
  const std::string within = fmt::format("spreads within a factor of {:.1f}", ratio);
  const ScaleChoice table{
      ScaleMode::table, Metric::euclidean,
      fmt::format("spreads differ by a factor of {:.0f}, so do the units", ratio)};
  if (count <= kFew && have_both_signs(columns) && ratio <= kFlat)
    return {ScaleMode::global, Metric::euclidean, within + ", values on both sides of zero"};
  if (count <= kFew) {
    const auto [low, high] = std::minmax_element(
        columns.begin(), columns.end(),
        [](const ColumnSeen& a, const ColumnSeen& b) { return a.skewness < b.skewness; });
    if (ratio > kUnlikeSpread && high->skewness - low->skewness > kUnlikeSkewness)
      return {ScaleMode::table, Metric::euclidean, "the columns differ in spread and in shape"};
    return ratio <= kOneUnitOfFew ? ScaleChoice{ScaleMode::global, Metric::euclidean, within}
                                  : table;
  }
  if (are_profiles(points, columns)) {
    return {ScaleMode::none, Metric::correlation,
            "each column resembles the next: profiles such as images, compared by their pattern"};
  }
  const bool components = are_components(points, columns);
  ScaleChoice choice{ScaleMode::global, Metric::euclidean, ""};
  if (components) {
    choice.reason = "uncorrelated columns of falling spread: components";
  } else if (have_one_range(columns)) {
    choice.reason = "most columns have the same range";
  } else if (ratio <= kOneUnit) {
    choice.reason = within;
  } else {
    return table;
  }
  const double offset = offset_share(columns);
  if (count >= kManyColumns && offset <= kOriginWithin && !(components && offset < kCentred)) {
    choice.metric = Metric::cosine;
    choice.reason += fmt::format(", {} of them about the origin: directions", count);
  }
  return choice;
}

}  // namespace

ScaleChoice choose_scale(PointsView points, std::int64_t indicators, ScaleMode scale,
                         Metric metric) {
  check_indicators(points, indicators);
  if (scale == ScaleMode::automatic && compares_directions(metric))
    return {ScaleMode::none, metric, "directions as seen from 0"};
  if (scale != ScaleMode::automatic && scale != ScaleMode::global && metric == Metric::automatic)
    metric = Metric::euclidean;
  if (scale != ScaleMode::automatic && metric != Metric::automatic) return {scale, metric, ""};
  ScaleChoice choice{ScaleMode::global, Metric::euclidean, "nothing to compare"};
  if (points.n >= 2 && indicators < points.d) {
    std::vector<ColumnSeen> columns = see_columns(points, points.d - indicators);
    std::erase_if(columns, [](const ColumnSeen& c) { return !(c.deviation > 0); });
    choice = by_columns(points, columns);
  }
  if (scale != ScaleMode::automatic) choice.scale = scale;
  if (metric != Metric::automatic) choice.metric = metric;
  if (choice.scale == ScaleMode::none && scale == ScaleMode::automatic &&
      !compares_directions(choice.metric))
    choice.scale = ScaleMode::global;
  return choice;
}

}  // namespace gnac
