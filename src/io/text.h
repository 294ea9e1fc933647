#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Small text helpers shared by the readers of this folder.
namespace gnac::detail {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

inline std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Remove the next line from `text` and return it without its '\n' or "\r\n".
inline std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// All of `text` as a number; NaN and infinities parse as such, 1e999 as infinity, 1e-999 as 0.
inline bool parse_number(std::string_view text, double& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (stop != end || code == std::errc::invalid_argument) return false;
  if (code == std::errc::result_out_of_range)
    value = std::strtod(std::string(text).c_str(), nullptr);
  return true;
}

/// All of `text` as a whole number, also when it is written like 3.0 or 3e0.
inline std::optional<std::int64_t> parse_whole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  std::int64_t whole = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, whole);
  if (stop == end && code == std::errc()) return whole;
  double value = 0;
  if (!parse_number(text, value) || !(std::abs(value) < 0x1.0p53) || value != std::floor(value)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

inline bool fits_int32(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Is this text one that people write for a missing value?
inline bool stands_for_missing(std::string_view field) {
  constexpr std::array<std::string_view, 14> kMarks{
      "", "NA", "N/A", "null", "NULL", "None", "?", "-", "--", "–", "—", "n/a", "#N/A", "<NA>"};
  return is_one_of(field, kMarks);
}

/// "1 column", "2 columns".
inline std::string counted(std::size_t count, std::string_view word) {
  return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

/// 'text' for a message: cut when long, bytes that a terminal would not show replaced.
inline std::string cite(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kMost)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return out + (text.size() > kMost ? "…'" : "'");
}

/// "'a', 'b'": the first eight of several names for a message, "…" for the rest.
template <class Names>
std::string cite_some(const Names& names) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (const auto& name : std::span(names).first(std::min(names.size(), kMost)))
    text += (text.empty() ? "" : ", ") + cite(name);
  return text + (names.size() > kMost ? ", …" : "");
}

}  // namespace gnac::detail
