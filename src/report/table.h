#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gnac::detail {

/// One entry of a table: words, or a number and how many decimals to show.
struct Cell {
  std::string text;
  std::optional<double> number;
  int decimals = 4;
  bool sign = false;  ///< show + before positive numbers
};

Cell words(std::string text);
Cell number(double value, int decimals = 4);

/// Every row has one cell per column; in plain text a row may end early, and its last cell may then
/// overflow.
struct ReportTable {
  std::string name;     ///< file name without ending, e.g. "benchmark-methods"
  std::string title;    ///< one line
  std::string caption;  ///< what the columns are, how the numbers were made
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

/// The text of a cell; – for a number that is missing.
std::string shown(const Cell& cell);

/// Does the column hold numbers, which are right-aligned?
bool is_numeric(const ReportTable& table, std::size_t column);

/// For a terminal: title, columns of equal width with numbers right-aligned, caption.
std::string to_text(const ReportTable& table);

}  // namespace gnac::detail
