#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gnac::detail {

/// Text as UTF-8 if it is in UTF-16 (by its byte order mark, or because every other byte of plain
/// text is 0) or not valid UTF-8, and then taken as Windows-1252, which contains Latin-1. Nothing
/// if it is UTF-8 already.
std::optional<std::string> to_utf8(std::string_view bytes);

}  // namespace gnac::detail
