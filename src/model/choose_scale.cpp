// Which scaling fits the columns of a table, judged by the columns alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "gnac/scaling.h"
#include "model/columns_seen.h"

namespace gnac {

using namespace detail;

namespace {

/// Spreads within this factor mean one unit. Two or three columns are often coordinates, and shapes
/// may well be long in one direction.
constexpr double kOneUnit = 3;
constexpr double kOneUnitOfFew = 8;
constexpr std::int64_t kFew = 3;

/// Two or three columns whose spreads differ by more than the first and whose skewness by more than
/// the second are not the coordinates of one shape.
constexpr double kUnlikeSpread = 1.5;
constexpr double kUnlikeSkewness = 1;

/// The share of columns with the same smallest and the same largest value from which on all have
/// one range: pixels, indicators, answers on one scale.
constexpr double kSameRange = 0.5;

/// Principal components are uncorrelated, and their spread falls from each to the next.
constexpr double kFalling = 0.9;
constexpr double kUncorrelated = 0.05;
constexpr std::int64_t kCompared = 32;  // leading columns

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

bool are_components(PointsView points, std::span<const ColumnSeen> columns) {
  return std::ssize(columns) > kFew && falling_share(columns) >= kFalling &&
         mean_correlation(points, columns) < kUncorrelated;
}

ScaleChoice choose(PointsView points, std::span<const ColumnSeen> columns) {
  const auto count = std::ssize(columns);
  if (count < 2) return {ScaleMode::global, "a single column has one scale"};
  const double ratio = spread_ratio(columns);
  if (count <= kFew) {
    const auto [low, high] = std::minmax_element(
        columns.begin(), columns.end(),
        [](const ColumnSeen& a, const ColumnSeen& b) { return a.skewness < b.skewness; });
    const bool unlike = ratio > kUnlikeSpread && high->skewness - low->skewness > kUnlikeSkewness;
    if (unlike) return {ScaleMode::table, "the columns differ in spread and in shape"};
    if (ratio <= kOneUnitOfFew)
      return {ScaleMode::global, fmt::format("spreads within a factor of {:.1f}", ratio)};
  } else {
    if (are_components(points, columns))
      return {ScaleMode::global, "uncorrelated columns of falling spread: principal components"};
    if (have_one_range(columns)) return {ScaleMode::global, "most columns have the same range"};
    if (ratio <= kOneUnit)
      return {ScaleMode::global, fmt::format("spreads within a factor of {:.1f}", ratio)};
  }
  return {ScaleMode::table,
          fmt::format("spreads differ by a factor of {:.0f}, so do the units", ratio)};
}

}  // namespace

ScaleChoice choose_scale(PointsView points, std::int64_t indicators) {
  if (points.n < 2 || indicators >= points.d) return {ScaleMode::global, "nothing to compare"};
  std::vector<ColumnSeen> columns = see_columns(points, points.d - indicators);
  std::erase_if(columns, [](const ColumnSeen& c) { return !(c.deviation > 0); });
  return choose(points, columns);
}

}  // namespace gnac
