#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gnac {

/// The use of a column of a table.
enum class ColumnRole {
  feature,  ///< it has a say in the clusters
  id,       ///< names the rows
  label,    ///< the known answer
  unused,
};

/// How the cells of a column are read.
enum class ColumnKind {
  number,
  time,      ///< dates as days since 1970, times of day as hours
  boolean,   ///< one column of 0 and 1
  category,  ///< one column of 0 and 1 for each value
  text,      ///< not a feature
};
/// "number", "date or time", "yes or no", "category" or "text".
std::string_view to_string(ColumnKind kind);

/// Treatment of missing values: refuse them, drop their rows, or fill them. The nearest rows give
/// their mean, for categories their most frequent one; mean and median are those of the column.
enum class Missing { refuse, drop, mean, median, nearest };

/// One column of a table, and how to read the same column in another table.
struct TableColumn {
  std::string name = {};    ///< from the header; "" without one
  std::int64_t place = -1;  ///< in the table, from 0; -1: unknown
  ColumnRole role = ColumnRole::feature;
  ColumnKind kind = ColumnKind::number;
  char decimal = '.';     ///< number: '.', or ',' if that is the decimal sign
  char order = 'y';       ///< time: dates begin with the year 'y', the day 'd' or the month 'm'
  std::string unit = {};  ///< number: written before or after the digits, like "$", "%" or "kg"
  bool limits = false;    ///< number: some are limits of what was measured, like "<0.5"
  std::vector<std::string> values = {};  ///< category: sorted by bytes; boolean: no, then yes
  bool grouped = false;                  ///< category: one more column gathers all other values
  std::optional<double> mean = {};       ///< of the rows that were fitted; number and time
  std::optional<double> median = {};
  std::string mode = {};    ///< their most frequent value; boolean and category
  std::string reason = {};  ///< unused: a few words on why

  bool operator==(const TableColumn&) const = default;
};

/// How a table was read, so that new rows are read alike. Features come first, in the order of the
/// points' columns: numbers and times, then the columns of 0 and 1.
struct TableRecipe {
  bool named = false;  ///< the columns have names, by which they are found in other tables
  Missing missing = Missing::refuse;
  std::vector<TableColumn> columns = {};
  /// Rows of the fitted table in the columns and units of its points, by which gaps are filled;
  /// infinite where they have none themselves. See docs/formats.md.
  std::vector<double> rows = {};

  bool operator==(const TableRecipe&) const = default;
};

/// Columns of the points that hold 0 or 1 for a boolean or a category. They come last.
///
///     const auto numeric = model.points.d - gnac::indicator_count(model.table);
std::int64_t indicator_count(const TableRecipe& table);

/// The columns of the points that hold dates or times.
std::vector<std::int64_t> time_columns(const TableRecipe& table);

/// All columns of the points.
std::int64_t point_columns(const TableRecipe& table);

/// The names of the points' columns, such as "height" or "colour=red"; x0, x1, … if the table has
/// no names. Empty if it has neither names nor categories.
std::vector<std::string> feature_names(const TableRecipe& table);

/// The recipe of a matrix whose columns have these names.
TableRecipe named_columns(std::span<const std::string> names);

}  // namespace gnac
