#include "io/missing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "gnac/error.h"
#include "io/nearest_rows.h"
#include "io/table_recipe.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

bool has_gap(PointsView points, std::int64_t row) {
  return std::ranges::any_of(points.row(row), [](double v) { return std::isnan(v); });
}

template <class T>
void keep_rows(std::vector<T>& values, const std::vector<std::int64_t>& kept) {
  if (values.empty()) return;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto from = static_cast<std::size_t>(kept[k]);
    if (from != k) values[k] = std::move(values[from]);
  }
  values.resize(kept.size());
}

void drop_rows(PointTable& table, const std::string& name) {
  Points& points = table.points;
  std::vector<std::int64_t> kept;
  for (std::int64_t i = 0; i < points.n; ++i)
    (has_gap(points, i) ? table.dropped : kept).push_back(i);
  if (kept.empty()) throw Error("every row of " + name + " has a missing value; none would remain");
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto row = points.values.begin() + kept[k] * points.d;
    std::copy(row, row + points.d, points.values.begin() + static_cast<std::int64_t>(k) * points.d);
  }
  points.n = std::ssize(kept);
  points.values.resize(kept.size() * static_cast<std::size_t>(points.d));
  keep_rows(table.ids, kept);
  keep_rows(table.labels, kept);
  keep_rows(table.words, kept);
  keep_rows(table.rows, kept);
  for (TextCells& column : table.texts) keep_rows(column.cells, kept);
  for (TextCells& column : table.cells) keep_rows(column.cells, kept);
}

double mean_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double v : values) sum += v;
  if (std::isfinite(sum)) return sum / count;
  double mean = 0;  // the sum leaves the range of numbers, the mean does not
  for (const double v : values) mean += v / count;
  return mean;
}

double median_of(std::vector<double>& values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  if (values.size() % 2 == 1) return *half;
  return std::midpoint(*std::max_element(values.begin(), half), *half);
}

/// The column's values that are there.
std::vector<double> known_values(PointsView points, std::int64_t c) {
  std::vector<double> known;
  known.reserve(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (!std::isnan(points(i, c))) known.push_back(points(i, c));
  }
  return known;
}

/// The values of a boolean or category, one for each of its columns but a boolean's "no".
std::vector<std::string> value_names(const TableColumn& column) {
  if (column.kind == ColumnKind::boolean) return {column.values.back()};
  std::vector<std::string> names = column.values;
  if (column.grouped) names.emplace_back(kOtherValues);
  return names;
}

/// The value that most rows have; of several, the first by its bytes: the order of rows does not
/// matter.
std::string mode_of(PointsView points, std::int64_t first, const TableColumn& column) {
  const std::vector<std::string> names = value_names(column);
  std::vector<std::int64_t> count(names.size());
  std::int64_t rows = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (std::isnan(points(i, first))) continue;
    ++rows;
    for (std::size_t v = 0; v < names.size(); ++v)
      count[v] += points(i, first + static_cast<std::int64_t>(v)) == 1 ? 1 : 0;
  }
  if (column.kind == ColumnKind::boolean) return column.values[2 * count[0] > rows ? 1 : 0];
  return names[static_cast<std::size_t>(std::ranges::max_element(count) - count.begin())];
}

/// One value for each column that `column` takes.
std::vector<double> fill_of(const TableColumn& column, Missing how, const std::string& name) {
  if (!is_indicator(column)) {
    const auto value = how == Missing::mean ? column.mean : column.median;
    if (value) return {*value};
  } else if (!column.mode.empty()) {
    const std::vector<std::string> names = value_names(column);
    std::vector<double> fill(names.size());
    const auto found = std::ranges::find(names, column.mode);
    if (found != names.end()) fill[static_cast<std::size_t>(found - names.begin())] = 1;
    return fill;
  }
  throw Error(name + " has missing values in column " + cite(title(column)) +
              ", for which there is no value to fill in; --missing drop leaves such rows out");
}

/// Counts the gaps and notes where they are.
void note_gaps(PointTable& table) {
  std::int64_t first = 0;
  for (std::size_t c = 0; c < table.recipe.columns.size(); ++c) {
    const TableColumn& column = table.recipe.columns[c];
    if (!is_feature(column)) continue;
    for (std::int64_t i = 0; i < table.points.n; ++i) {
      if (!std::isnan(table.points.values[i * table.points.d + first])) continue;
      ++table.filled;
      if (table.gaps.size() < kMostCells) table.gaps.push_back({i, c});
    }
    first += width(column);
  }
}

void fill_from_rows(PointTable& table) {
  const NearestRows rows = nearest_rows(table.recipe);
  Points& points = table.points;
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (has_gap(points, i))
      fill_from_nearest(rows, std::span(points.values).subspan(i * points.d, points.d));
  }
}

void fill_from_columns(PointTable& table, Missing how, const std::string& name) {
  Points& points = table.points;
  std::int64_t first = 0;
  for (const TableColumn& column : table.recipe.columns) {
    if (!is_feature(column)) continue;
    std::vector<double> fill;
    for (std::int64_t i = 0; i < points.n; ++i) {
      const auto cell = points.values.begin() + i * points.d + first;
      if (!std::isnan(*cell)) continue;
      if (fill.empty()) fill = fill_of(column, how, name);
      std::ranges::copy(fill, cell);
    }
    first += width(column);
  }
}

}  // namespace

void find_fills(PointTable& table) {
  std::int64_t first = 0;
  for (TableColumn& column : table.recipe.columns) {
    if (!is_feature(column)) continue;
    if (is_indicator(column)) {
      column.mode = mode_of(table.points, first, column);
    } else if (std::vector<double> known = known_values(table.points, first); !known.empty()) {
      column.mean = mean_of(known);
      column.median = median_of(known);
    }
    first += width(column);
  }
  table.recipe.rows = rows_to_remember(table.points);
}

void treat_missing(PointTable& table, Missing how, const std::string& name) {
  if (how == Missing::refuse) return;
  if (how == Missing::drop) return drop_rows(table, name);
  note_gaps(table);
  if (how == Missing::nearest) fill_from_rows(table);
  fill_from_columns(table, how, name);
}

}  // namespace gnac::detail
