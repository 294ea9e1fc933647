#include "io/nearest_rows.h"

#include <algorithm>
#include <cmath>

#include "io/table_recipe.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kMostRows = 500;
constexpr std::size_t kNearest = 5;

using Feature = NearestRows::Feature;

/// Of a boolean, 0 or 1; of a category, which of its columns is 1; of a number, itself.
double value_in(std::span<const double> row, const Feature& feature) {
  const auto cells =
      row.subspan(static_cast<std::size_t>(feature.first), static_cast<std::size_t>(feature.width));
  if (!feature.kind) return cells[0] / feature.spread;
  if (feature.width == 1) return cells[0] > 0.5 ? 1 : 0;
  return static_cast<double>(std::ranges::max_element(cells) - cells.begin());
}

double deviation_of(PointsView rows, std::int64_t column) {
  double mean = 0, squares = 0, count = 0;
  for (std::int64_t i = 0; i < rows.n; ++i) {
    const double value = rows(i, column);
    if (value == kNoValue) continue;
    count += 1;
    const double difference = value - mean;
    mean += difference / count;
    squares += difference * (value - mean);
  }
  return count > 0 ? std::sqrt(squares / count) : 0;
}

/// The squared distance of every remembered row. A value that it lacks counts as if the two rows
/// had nothing to do with each other: rows that share more of what is known come first.
std::vector<double> squared_distances(const NearestRows& rows, std::span<const double> row) {
  std::vector<double> sum(static_cast<std::size_t>(rows.n), 0.0);
  for (const Feature& feature : rows.features) {
    if (std::isnan(row[static_cast<std::size_t>(feature.first)])) continue;
    const double own = value_in(row, feature);
    for (std::size_t j = 0; j < sum.size(); ++j) {
      const double difference = own - feature.value[j];
      const double here = feature.kind ? (difference == 0 ? 0.0 : 1.0) : difference * difference;
      sum[j] += feature.there[j] > 0 ? here : feature.apart;
    }
  }
  return sum;
}

/// The nearest rows that have a value of this feature, all of those at the last distance.
std::vector<std::size_t> nearest_with(const Feature& feature, std::span<const double> distance) {
  std::vector<double> sorted;
  for (std::size_t j = 0; j < distance.size(); ++j)
    if (feature.there[j] > 0) sorted.push_back(distance[j]);
  if (sorted.empty()) return {};
  const std::size_t last = std::min(kNearest, sorted.size()) - 1;
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(last));
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < distance.size(); ++j)
    if (feature.there[j] > 0 && distance[j] <= sorted[last]) found.push_back(j);
  return found;
}

void fill(const Feature& feature, std::span<const std::size_t> donors, std::span<double> cells) {
  if (!feature.kind) {
    double mean = 0;
    for (const std::size_t j : donors)
      mean += feature.value[j] / static_cast<double>(donors.size());
    cells[0] = mean * feature.spread;
    return;
  }
  std::vector<std::size_t> votes(cells.size() == 1 ? 2 : cells.size());
  for (const std::size_t j : donors) ++votes[static_cast<std::size_t>(feature.value[j])];
  const auto most = static_cast<std::size_t>(std::ranges::max_element(votes) - votes.begin());
  std::ranges::fill(cells, 0.0);
  if (cells.size() == 1) {
    cells[0] = static_cast<double>(most);
  } else {
    cells[most] = 1;
  }
}

}  // namespace

std::vector<double> rows_to_remember(PointsView points) {
  std::vector<std::uint64_t> hashes;
  for (std::int64_t i = 0; i < points.n; ++i) hashes.push_back(hash_values(points.row(i)));
  std::vector<std::vector<double>> chosen;
  for (const std::int64_t i : rows_by_hash(hashes, kMostRows)) {
    auto& row = chosen.emplace_back(points.row(i).begin(), points.row(i).end());
    for (double& value : row)
      if (std::isnan(value)) value = kNoValue;
  }
  std::ranges::sort(chosen);
  std::vector<double> rows;
  for (const auto& row : chosen) rows.insert(rows.end(), row.begin(), row.end());
  return rows;
}

NearestRows nearest_rows(const TableRecipe& recipe) {
  const std::int64_t d = point_columns(recipe);
  const PointsView rows{recipe.rows.data(), d > 0 ? std::ssize(recipe.rows) / d : 0, d};
  NearestRows found{.n = rows.n, .features = {}};
  std::int64_t first = 0;
  for (const TableColumn& column : recipe.columns) {
    if (!is_feature(column)) continue;
    Feature& feature = found.features.emplace_back();
    feature.first = first;
    feature.width = width(column);
    feature.kind = is_indicator(column);
    if (feature.kind) feature.apart = 1;
    if (!feature.kind) {
      const double spread = deviation_of(rows, first);
      feature.spread = spread > 0 ? spread : 1;
    }
    for (std::int64_t i = 0; i < rows.n; ++i) {
      const bool there = rows(i, first) != kNoValue;
      feature.value.push_back(there ? value_in(rows.row(i), feature) : 0);
      feature.there.push_back(there ? 1 : 0);
    }
    first += feature.width;
  }
  return found;
}

void fill_from_nearest(const NearestRows& rows, std::span<double> row) {
  const auto known = [&](const Feature& feature) {
    return !std::isnan(row[static_cast<std::size_t>(feature.first)]);
  };
  if (std::ranges::none_of(rows.features, known)) return;
  const std::vector<double> distance = squared_distances(rows, row);
  for (const Feature& feature : rows.features) {
    if (known(feature)) continue;
    const std::vector<std::size_t> donors = nearest_with(feature, distance);
    if (donors.empty()) continue;
    fill(feature, donors,
         row.subspan(static_cast<std::size_t>(feature.first),
                     static_cast<std::size_t>(feature.width)));
  }
}

}  // namespace gnac::detail
