#include "explain/known_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace gnac::detail {
namespace {

// In which columns the values are days, and not hours: nobody's records end on 25 January 1970.
constexpr double kHours = 24;

bool holds_dates(PointsView points, std::int64_t c) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (std::abs(points(i, c)) > kHours) return true;
  }
  return false;
}

/// The value whose place among `sorted` is `share`.
double at_share(std::span<const double> sorted, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size());
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(place))];
}

Points unscaled(const Model& model) {
  Points points = model.points;
  const InputScaling& scaling = model.scaling;
  if (scaling.centre.empty() || compares_directions(scaling.metric)) return points;
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

/// The values of a boolean or category whose columns begin at `first`.
TextColumn category_of(const TableColumn& column, PointsView points, std::int64_t first,
                       std::size_t width) {
  TextColumn texts{.name = column.name, .values = {}};
  texts.values.reserve(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto row = points.row(i).subspan(static_cast<std::size_t>(first), width);
    const auto at = width == 1 && column.kind == ColumnKind::boolean
                        ? static_cast<std::size_t>(row[0] > 0.5)
                        : static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    texts.values.push_back(at < column.values.size() ? column.values[at] : "other");
  }
  return texts;
}

}  // namespace

KnownTable known_table(PointsView points, const TableRecipe& recipe) {
  const std::int64_t numeric = points.d - indicator_count(recipe);
  KnownTable out{.numbers = {{}, points.n, numeric}, .data = {}};
  out.numbers.values.reserve(static_cast<std::size_t>(points.n * numeric));
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto row = points.row(i).first(static_cast<std::size_t>(numeric));
    out.numbers.values.insert(out.numbers.values.end(), row.begin(), row.end());
  }
  std::int64_t first = numeric;
  std::int64_t number = 0;
  out.data.dates.resize(static_cast<std::size_t>(numeric));
  for (const TableColumn& column : recipe.columns) {
    if (column.role != ColumnRole::feature) continue;
    if (column.kind != ColumnKind::boolean && column.kind != ColumnKind::category) {
      if (number < numeric)
        out.data.dates[number] = column.kind == ColumnKind::time && holds_dates(points, number);
      ++number;
      continue;
    }
    const std::size_t width =
        column.kind == ColumnKind::boolean ? 1 : column.values.size() + (column.grouped ? 1 : 0);
    out.data.categories.push_back(category_of(column, points, first, width));
    first += static_cast<std::int64_t>(width);
  }
  const std::vector<std::string> names = feature_names(recipe);
  if (!names.empty()) out.data.columns = {names.begin(), names.begin() + numeric};
  out.data.points = out.numbers;
  return out;
}

KnownTable known_table(const Model& model) {
  const bool fits = point_columns(model.table) == model.points.d;
  return known_table(unscaled(model), fits ? model.table : TableRecipe{});
}

}  // namespace gnac::detail
