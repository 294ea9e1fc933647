#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace gnac::detail {

/// The number of characters, not bytes, of UTF-8 text.
inline std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace gnac::detail
