#pragma once

#include <string>

#include "report/table.h"

// The tables of a study as files.
namespace gnac::detail {

Cell difference(double value, int decimals = 4);  ///< with its sign
Cell count(double value);                         ///< a whole number
Cell p_value(double value);                       ///< three significant digits

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
