#pragma once

#include <string>

#include "table_flags.h"

namespace gnac::cli {

using namespace detail;

/// A unit that the cells or the header show: "$" of "$ 5", "cm" of "height (cm)" or "height_cm"; ""
/// if none does.
std::string unit_of(const TableColumn& column);

/// The use of a column, with the reason if it is left out.
std::string use_of(const TableColumn& column);

/// One line for each column of a table in its order: kind, unit, missing and distinct values, use.
/// The table was read with summaries.
std::string column_lines(const PointTable& table);

/// Words of a command, each quoted for a shell where it needs to be.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace gnac::cli
