#pragma once

#include <string_view>

namespace gnac::detail {

/// The kind of a file that is not a table, e.g. "JSON"; "" if it may be a table.
std::string_view other_format(std::string_view bytes);

}  // namespace gnac::detail
