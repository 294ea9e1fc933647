#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace gnac::detail {

/// The number of characters, not bytes, of UTF-8 text.
inline std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The text with its ASCII letters in lower case.
inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  return small;
}

/// Is it valid UTF-8, without overlong forms and surrogates?
inline bool is_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  while (at < text.size()) {
    std::uint64_t eight = 0;
    if (at + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & kHighBits) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const unsigned char first = byte(at);
    const std::size_t more = first < 0x80    ? 0
                             : first < 0xc2  ? 4
                             : first < 0xe0  ? 1
                             : first < 0xf0  ? 2
                             : first <= 0xf4 ? 3
                                             : 4;
    if (more == 4 || at + more >= text.size()) return false;
    for (std::size_t k = 1; k <= more; ++k) {
      if ((byte(at + k) & 0xc0) != 0x80) return false;
    }
    if (more >= 2) {
      const unsigned char second = byte(at + 1);
      if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
        return false;
    }
    at += more + 1;
  }
  return true;
}

}  // namespace gnac::detail
