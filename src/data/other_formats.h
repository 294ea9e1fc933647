#pragma once

#include <string_view>

namespace gnac::detail {

/// What a file is that people hand over in place of a table, e.g. "JSON"; "" where it may be one.
std::string_view other_format(std::string_view bytes);

}  // namespace gnac::detail
