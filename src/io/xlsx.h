#pragma once

#include <string>
#include <string_view>

namespace gnac::detail {

/// Is this zip archive an Excel workbook?
bool is_xlsx(std::string_view bytes);

/// One sheet of a workbook as CSV in UTF-8: the one called `sheet`, or the first. Dates are written
/// as 2024-01-31 or with their time; formulas by the value that was saved with them; empty rows and
/// columns around the cells are left out. Throws Error, naming `name` and the sheets that there
/// are.
std::string xlsx_text(std::string_view bytes, const std::string& sheet, const std::string& name);

}  // namespace gnac::detail
