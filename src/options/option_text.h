#pragma once

#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <string_view>

// Shared by all tables of options: numbers as text and back, ranges in words, and the closest
// known name for an unknown one.
namespace gnac::detail {

constexpr double kAny = std::numeric_limits<double>::max();   ///< as a maximum: no limit
constexpr double kTiny = std::numeric_limits<double>::min();  ///< as a minimum: above 0

/// The shortest text that reads back to the same value.
std::string number_text(double value);

/// The whole of the text as a number; false when it is not one.
template <class T>
bool parse_value(std::string_view text, T& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size();
}

/// Finite and within [min, max].
bool in_range(double value, double min, double max);

/// E.g. "a whole number from 1 to 4096", "a number above 0".
std::string range_text(double min, double max, bool whole);

/// "a, b or c", with " or " as `last`.
std::string listed(std::span<const std::string_view> words, std::string_view last);

/// "did you mean 'x'?" if `name` looks like a typo of the known name x, else `otherwise`.
std::string suggestion(std::string_view name, std::span<const std::string_view> known,
                       std::string otherwise);

}  // namespace gnac::detail
