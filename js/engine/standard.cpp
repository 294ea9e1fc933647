#include "standard.h"

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

namespace std {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Does the text start with `word`, in any case of letters?
bool starts_with(string_view text, string_view word) {
  if (text.size() < word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    if ((text[i] | 0x20) != word[i]) return false;
  }
  return true;
}

/// The end of what from_chars() takes of "inf", "infinity", "nan" or "nan(...)".
const char* end_of_word(const char* first, const char* last) {
  const string_view text(first, static_cast<size_t>(last - first));
  if (starts_with(text, "infinity")) return first + 8;
  if (starts_with(text, "inf")) return first + 3;
  if (!starts_with(text, "nan")) return first;
  if (text.size() > 3 && text[3] == '(') {
    for (const char* at = first + 4; at != last; ++at) {
      if (*at == ')') return at + 1;
      if (!is_digit(*at) && *at != '_' && ((*at | 0x20) < 'a' || (*at | 0x20) > 'z')) break;
    }
  }
  return first + 3;
}

constexpr array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// A decimal number as it was written.
struct Decimal {
  const char* end = nullptr;
  uint64_t digits = 0;  ///< the first 19
  int count = 0;        ///< of significant digits
  int64_t power = 0;    ///< of ten, for `digits` as a whole number
};

Decimal scan(const char* first, const char* last) {
  Decimal found;
  const char* at = first;
  bool any = false;
  const auto take = [&](bool fraction) {
    for (; at != last && is_digit(*at); ++at) {
      any = true;
      if (found.count > 0 || *at != '0') ++found.count;
      if (found.count <= 19) {
        found.digits = 10 * found.digits + static_cast<uint64_t>(*at - '0');
        if (fraction) --found.power;
      } else if (!fraction) {
        ++found.power;
      }
    }
  };
  take(false);
  if (at != last && *at == '.') {
    ++at;
    take(true);
  }
  if (!any) return {};
  found.end = at;
  if (at != last && (*at | 0x20) == 'e') {
    ++at;
    const bool negative = at != last && *at == '-';
    if (at != last && (*at == '-' || *at == '+')) ++at;
    if (at != last && is_digit(*at)) {
      int64_t exponent = 0;
      for (; at != last && is_digit(*at); ++at) {
        if (exponent < 1000000) exponent = 10 * exponent + (*at - '0');
      }
      found.power += negative ? -exponent : exponent;
      found.end = at;
    }
  }
  return found;
}

template <class T>
from_chars_result read(const char* first, const char* last, T& value) {
  const bool negative = first != last && *first == '-';
  const char* start = first + (negative ? 1 : 0);
  const Decimal decimal = scan(start, last);
  // Both factors are exact, so one rounding is all there is.
  if (decimal.end != nullptr && sizeof(T) == 8 && decimal.count <= 19 &&
      decimal.digits <= (uint64_t{1} << 53) && decimal.power >= -22 && decimal.power <= 22) {
    const auto whole = static_cast<double>(decimal.digits);
    const double size = decimal.power < 0 ? whole / kPowers[static_cast<size_t>(-decimal.power)]
                                          : whole * kPowers[static_cast<size_t>(decimal.power)];
    value = static_cast<T>(negative ? -size : size);
    return {decimal.end, errc()};
  }
  const char* end = decimal.end != nullptr ? decimal.end : end_of_word(start, last);
  if (end == start) return {first, errc::invalid_argument};
  const string text(first, end);
  const T read = sizeof(T) == 4 ? static_cast<T>(strtof(text.c_str(), nullptr))
                                : static_cast<T>(strtod(text.c_str(), nullptr));
  const bool infinite = decimal.end != nullptr &&
                        (read > numeric_limits<T>::max() || read < numeric_limits<T>::lowest());
  const bool vanished = decimal.end != nullptr && decimal.count > 0 && read == 0;
  if (infinite || vanished) return {end, errc::result_out_of_range};
  value = read;
  return {end, errc()};
}

/// The shortest digits that read back to the value, in the shorter of the two notations.
template <class T>
to_chars_result write(char* first, char* last, T value) {
  string text = fmt::format("{}", value);
  if (isfinite(value) && value != 0) {
    const bool negative = text[0] == '-';
    const size_t mark = min(text.find('e'), text.size());
    const string mantissa = text.substr(negative ? 1 : 0, mark - (negative ? 1 : 0));
    const int before = static_cast<int>(min(mantissa.find('.'), mantissa.size()));
    string digits;
    for (const char c : mantissa) {
      if (is_digit(c)) digits += c;
    }
    const auto zeros = static_cast<int>(digits.find_first_not_of('0'));
    digits = digits.substr(static_cast<size_t>(zeros),
                           digits.find_last_not_of('0') + 1 - static_cast<size_t>(zeros));
    const int power = (mark < text.size() ? atoi(text.c_str() + mark + 1) : 0) + before - 1 - zeros;
    const auto split = static_cast<size_t>(max(power + 1, 0));
    string fixed;
    if (power < 0) {
      fixed = "0." + string(static_cast<size_t>(-power - 1), '0') + digits;
    } else if (split >= digits.size()) {
      fixed = fmt::format("{:.0f}", abs(value));
    } else {
      fixed = digits.substr(0, split) + "." + digits.substr(split);
    }
    const string scientific = fmt::format("{}{}{}e{}{:02}", digits[0], digits.size() > 1 ? "." : "",
                                          digits.substr(1), power < 0 ? '-' : '+', abs(power));
    text = (negative ? "-" : "") + (fixed.size() <= scientific.size() ? fixed : scientific);
  }
  if (static_cast<size_t>(last - first) < text.size()) return {last, errc::value_too_large};
  memcpy(first, text.data(), text.size());
  return {first + text.size(), errc()};
}

}  // namespace

from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read(first, last, value);
}

from_chars_result from_chars(const char* first, const char* last, float& value) {
  return read(first, last, value);
}

to_chars_result to_chars(char* first, char* last, double value) {
  return write(first, last, value);
}

to_chars_result to_chars(char* first, char* last, float value) {
  return write(first, last, value);
}

}  // namespace std

#endif
