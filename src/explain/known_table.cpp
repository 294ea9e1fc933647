#include "explain/known_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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
  return known_table(undo_scaling(model.points, model.scaling), model.table);
}

}  // namespace gnac::detail
