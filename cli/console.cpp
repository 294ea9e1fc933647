#include "console.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace gnac::cli {
namespace {

/// Removes one character from the front of `text`: its bytes, and its code point or kBroken.
struct Character {
  std::size_t bytes = 1;
  std::uint32_t code = 0;
};
constexpr std::uint32_t kBroken = 0xffffffff;

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {1, kBroken};
  std::uint32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {1, kBroken};
    code = (code << 6) | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[bytes] || code > 0x10ffff || surrogate) return {1, kBroken};
  return {bytes, code};
}

bool is_shown(std::uint32_t code) {
  if (code == kBroken || code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  const bool turns = code == 0x061c || code == 0x200e || code == 0x200f ||
                     (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return !turns && code != 0xfeff;
}

}  // namespace

void print_error(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t done = ::write(STDERR_FILENO, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

std::string printable(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    if (is_shown(c.code) || (lines && c.code == '\n')) {
      out += text.substr(0, c.bytes);
    } else {
      for (std::size_t i = 0; i < c.bytes; ++i)
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    }
    text.remove_prefix(c.bytes);
  }
  return out;
}

}  // namespace gnac::cli
