#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "io/read_points.h"

namespace gnac::cli {

using namespace detail;

/// The tables of points that a command reads, and how.
struct TableFlags {
  std::vector<std::string> data;  ///< their rows are joined in this order
  ReadOptions columns;

  /// For messages: "points.csv", "a.csv and b.csv", "a.csv and 4 more".
  std::string name() const;
};

/// Declares DATA, one file or several.
void add_data(CLI::App& app, TableFlags& flags, const std::string& help);

/// Declares the flags that say how a table is read: --columns, --exclude, --categorical, --missing
/// and --array.
void add_column_flags(CLI::App& app, ReadOptions& columns, const std::string& group = "Input");

/// Declares those that make sense for new rows, which are read as the fitted ones were.
void add_new_row_flags(CLI::App& app, ReadOptions& columns);

/// Declares --text-column.
void add_text_flag(CLI::App& app, ReadOptions& columns);

/// Declares --id-column.
void add_id_flag(CLI::App& app, ReadOptions& columns, const std::string& help,
                 const std::string& group = "Input");

/// Throws Error if more than one of these inputs is standard input, "-".
void check_stdin(const std::vector<std::string>& inputs);

/// Throws Error for fewer than two points.
void check_several(const TableFlags& flags, std::int64_t points);

/// Read the tables. A refusal names the flag that helps.
PointTable read_table(const TableFlags& flags);

/// "'name' (names or ids), 'note' (free text)": the columns that were not used, and why.
std::string left_out_columns(const TableRecipe& recipe);

}  // namespace gnac::cli
