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
Cell difference(double value, int decimals = 4);  ///< with its sign
Cell count(double value);                         ///< a whole number
Cell p_value(double value);                       ///< three significant digits

/// A table, rendered as plain text, markdown, CSV or LaTeX. Every row has one cell per column; in
/// plain text a row may end early, and its last cell may then overflow.
struct ReportTable {
  std::string name;     ///< file name without ending, e.g. "benchmark-methods"
  std::string title;    ///< one line
  std::string caption;  ///< what the columns are, how the numbers were made
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

/// For a terminal: title, columns of equal width with numbers right-aligned, caption.
std::string to_text(const ReportTable& table);

/// Title, pipe table with numbers right-aligned, caption.
std::string to_markdown(const ReportTable& table);

/// `text` as one field of a CSV file: in quotes if it has to be.
std::string csv_field(const std::string& text);

/// Header and rows; numbers in the shortest form that reads back to the same value, missing ones
/// empty.
std::string to_csv(const ReportTable& table);

/// A table environment in the style of booktabs, with caption and label.
std::string to_latex(const ReportTable& table);

}  // namespace gnac::detail
