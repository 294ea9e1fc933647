#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "gnac/table.h"

namespace gnac::detail {

/// The name of the value that gathers rare categories.
inline constexpr const char* kOtherValues = "(other)";

/// In the rows of a recipe, where there is no value.
inline constexpr double kNoValue = std::numeric_limits<double>::infinity();

/// One column of 0 and 1, or several?
bool is_indicator(const TableColumn& column);

/// Does it become columns of points?
bool is_feature(const TableColumn& column);

/// Columns of points that it becomes.
std::int64_t width(const TableColumn& column);

/// For messages and names: the column's name, or "x3" by its place.
std::string title(const TableColumn& column);

/// As JSON (docs/formats.md).
std::string recipe_json(const TableRecipe& table);

/// Reads it back. Returns what is wrong, worded to follow "its table"; "" if nothing is.
[[nodiscard]] std::string parse_recipe(std::string_view json, TableRecipe& table);

}  // namespace gnac::detail
