#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "gnac/scaling.h"
#include "io/read_points.h"
#include "io/table_reader.h"
#include "io/table_recipe.h"
#include "source.h"
#include "targets.h"

namespace gnac::detail::fuzz {

/// The first byte chooses what is asked of the reader.
inline ReadOptions read_options(Source& source) {
  ReadOptions options;
  const int choice = source.byte();
  if ((choice & 1) != 0) options.columns = {"0", "1"};
  if ((choice & 2) != 0) options.id_column = "2";
  if ((choice & 4) != 0) options.label_column = (choice & 32) != 0 ? "3" : "a";
  if ((choice & 8) != 0) options.categorical = {kAllCategorical};
  if ((choice & 16) != 0) options.categorical = {"1"};
  if ((choice & 32) != 0) options.array = "x";
  options.missing = static_cast<Missing>(choice >> 6);
  options.fills = (choice & 64) != 0;
  options.texts = (choice & 128) != 0;
  return options;
}

/// Parts a table from new rows for its recipe.
constexpr std::string_view kCut = "\xfe\xfe\xfe";

/// A table from bytes whose first one chooses the options.
inline PointTable read_table(std::string_view bytes) {
  Source source(bytes);
  const ReadOptions options = read_options(source);
  const std::string_view rest = source.rest();
  const std::size_t cut = rest.find(kCut);
  PointTable table = parse_points(rest.substr(0, cut), "input", options);
  const TableRecipe recipe = table.recipe;
  if (cut != std::string_view::npos)  // new rows for a fit
    table = parse_points(rest.substr(cut + kCut.size()), "new", {.fitted = &recipe});
  const Points& p = table.points;
  require(p.n > 0 && p.d > 0, "a table without points");
  require(std::ssize(p.values) == p.n * p.d, "values are not rows times columns");
  require(std::ranges::all_of(p.values, [](double v) { return std::isfinite(v); }),
          "a value is not finite");
  require(table.ids.empty() || std::ssize(table.ids) == p.n, "ids are not one per row");
  require(table.labels.empty() || std::ssize(table.labels) == p.n, "labels are not one per row");
  require(table.names.empty() || std::ssize(table.names) == p.d, "names are not one per column");
  TableRecipe copy;
  const std::string reason = parse_recipe(recipe_json(recipe), copy);
  copy.rows = recipe.rows;  // a model file has them beside the rest
  require(reason.empty() && copy == recipe, "a recipe does not read back");
  return table;
}

/// Scaling gives finite values or an Error.
inline void scale(const PointTable& table, int mode) {
  const InputScaling scaling =
      fit_scaling(table.points, static_cast<ScaleMode>(mode), indicator_count(table.recipe));
  const Points scaled = apply_scaling(table.points, scaling);
  require(std::ranges::all_of(scaled.values, [](double v) { return std::isfinite(v); }),
          "a scaled value is not finite");
  if (scaling.centre.size() <= 1 || static_cast<ScaleMode>(mode) != ScaleMode::robust) return;
  apply_scaling(Points{{0.0}, 1, 1}, scaling);  // once is enough: a refusal takes time
  require(false, "a scaling was applied to other columns");
}

}  // namespace gnac::detail::fuzz
