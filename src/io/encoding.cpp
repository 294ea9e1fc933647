#include "io/encoding.h"

#include <array>
#include <cstdint>

#include "support/utf8.h"

namespace gnac::detail {
namespace {

void append(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | (c >> 6));
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | (c >> 12));
    text += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    text += static_cast<char>(0xf0 | (c >> 18));
    text += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    text += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    text += static_cast<char>(0x80 | (c & 0x3f));
  }
}

constexpr std::uint32_t kUnknown = 0xfffd;

std::string from_utf16(std::string_view bytes, bool big) {
  const auto unit = [&](std::size_t at) {
    const auto a = static_cast<unsigned char>(bytes[at]);
    const auto b = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint32_t>(big ? a << 8 | b : b << 8 | a);
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const std::uint32_t c = unit(at);
    if (c >= 0xd800 && c < 0xdc00 && at + 3 < bytes.size()) {
      const std::uint32_t low = unit(at + 2);
      if (low >= 0xdc00 && low < 0xe000) {
        append(text, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
        at += 2;
        continue;
      }
    }
    append(text, c >= 0xd800 && c < 0xe000 ? kUnknown : c);
  }
  return text;
}

std::string from_windows(std::string_view bytes) {
  // 0x80 to 0x9f; the rest of Windows-1252 is Latin-1.
  constexpr std::array<std::uint16_t, 32> kHigh{
      0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
      0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
      0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char byte : bytes) {
    const auto c = static_cast<unsigned char>(byte);
    append(text, c >= 0x80 && c < 0xa0 ? kHigh[c - 0x80] : c);
  }
  return text;
}

/// UTF-16 without a mark: in the first pairs of bytes, one of the two is always 0 and the other
/// never.
bool zeros_at(std::string_view start, std::size_t side) {
  if (start.size() < 8) return false;
  for (std::size_t at = 0; at + 1 < start.size(); at += 2) {
    if (start[at + side] != 0 || start[at + 1 - side] == 0) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> to_utf8(std::string_view bytes) {
  constexpr std::size_t kStart = 64;
  if (bytes.starts_with("\xff\xfe")) return from_utf16(bytes.substr(2), false);
  if (bytes.starts_with("\xfe\xff")) return from_utf16(bytes.substr(2), true);
  const std::string_view start = bytes.substr(0, kStart);
  if (zeros_at(start, 1)) return from_utf16(bytes, false);
  if (zeros_at(start, 0)) return from_utf16(bytes, true);
  if (is_utf8(bytes)) return std::nullopt;
  return from_windows(bytes);
}

}  // namespace gnac::detail
