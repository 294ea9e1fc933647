#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/read_points.h"

namespace gnac::detail {

/// The columns of a table that options ask for, counted from 0.
struct AskedColumns {
  std::vector<std::size_t> features;  ///< in this order; empty: not asked for
  std::vector<std::size_t> categorical;
  std::optional<std::size_t> id;
  std::optional<std::size_t> label;
  std::vector<bool> excluded;  ///< per column
};

/// Does an option name a column by text, so that the table must have a header?
bool names_columns(const ReadOptions& options);

/// `header` is empty if the table has none. A whole number is always a column's number. Throws
/// Error for a column that does not exist or is chosen twice.
AskedColumns asked_columns(const ReadOptions& options, std::span<const std::string> header,
                           std::size_t count, const std::string& name);

/// Where the columns of a recipe are in another table.
struct Located {
  std::vector<std::optional<std::size_t>> place;  ///< per column of the recipe
  std::vector<std::string> absent;                ///< names of features that are not there
  std::vector<std::string> ignored;               ///< names that the recipe does not have
  bool by_place = false;                          ///< the recipe has names, the table has none
  bool other_width = false;                       ///< by place, but there are more or fewer columns
};

/// By name, if both have names: the second column called x is the second one here too. Else by
/// place, if the table has as many columns as the fitted one, or as many as that has features.
/// Columns that `options` ask for take the place of the recipe's.
Located locate(const TableRecipe& recipe, const ReadOptions& options,
               std::span<const std::string> header, std::size_t count, const std::string& name);

}  // namespace gnac::detail
