#include "io/number_text.h"

#include <algorithm>
#include <array>

#include "io/text.h"
#include "support/utf8.h"

namespace gnac::detail {
namespace {

constexpr std::array<std::string_view, 18> kCurrencies{"$",   "€",   "£",   "¥",   "₹",   "₽",
                                                       "₩",   "₺",   "USD", "EUR", "GBP", "JPY",
                                                       "CHF", "CNY", "INR", "kr",  "zł",  "Rs"};
constexpr std::array<std::string_view, 3> kMinus{"−", "–", "-"};
// Blanks that separate groups of digits: no-break, narrow no-break, thin.
constexpr std::array<std::string_view, 3> kBlanks{"\u00a0", "\u202f", "\u2009"};
constexpr std::size_t kMostUnit = 5;  // characters

bool is_currency(std::string_view text) {
  return std::ranges::find(kCurrencies, text) != kCurrencies.end();
}

/// Letters of any script, degree and percent signs, slashes and exponents: "kg", "°C", "km/h",
/// "m²".
bool is_unit(std::string_view text) {
  return !text.empty() && characters(text) <= kMostUnit && std::ranges::none_of(text, [](char c) {
    return is_digit(c) || is_blank(c) ||
           std::string_view(".,;:'\"()+-=<>*_#&?!@|\\[]{}").find(c) != std::string_view::npos;
  });
}

bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text = trim(text.substr(front.size()));
  return true;
}

bool take_minus(std::string_view& text) {
  return std::ranges::any_of(kMinus, [&](std::string_view sign) { return take_front(text, sign); });
}

/// Every blank between digits as ' '.
std::string plain_blanks(std::string_view text) {
  std::string plain(text);
  for (const std::string_view blank : kBlanks) {
    for (std::size_t at; (at = plain.find(blank)) != std::string::npos;)
      plain.replace(at, blank.size(), " ");
  }
  return plain;
}

}  // namespace

bool is_sign(std::string_view unit) {
  return unit == "%" || unit == "‰" || is_currency(unit);
}

std::optional<WrittenNumber> take_apart(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  const std::string plain = plain_blanks(text);
  std::string_view rest = trim(plain);
  WrittenNumber number;
  if (rest.size() > 2 && rest.front() == '(' && rest.back() == ')') {  // as accountants write it
    number.negative = true;
    rest = trim(rest.substr(1, rest.size() - 2));
  }
  if (rest.size() > 1 && (rest.front() == '<' || rest.front() == '>')) {
    number.limit = true;
    rest = trim(rest.substr(rest[1] == '=' ? 2 : 1));
  }
  const auto take_sign = [&] {
    if (number.negative || take_front(rest, "+")) return;
    number.negative = take_minus(rest);
  };
  take_sign();
  for (const std::string_view currency : kCurrencies) {
    if (!take_front(rest, currency)) continue;
    number.unit = currency;
    break;
  }
  if (!number.unit.empty()) take_sign();
  std::size_t size = 0;
  while (size < rest.size() && (is_digit(rest[size]) || rest[size] == '.' || rest[size] == ',' ||
                                rest[size] == '\'' || rest[size] == ' '))
    ++size;
  while (size > 0 && rest[size - 1] == ' ') --size;
  number.digits = rest.substr(0, size);
  rest = trim(rest.substr(size));
  if (!number.negative && rest == "-") {
    number.negative = true;
    rest = {};
  }
  if (!value_of(number, '.') && !value_of(number, ',')) return std::nullopt;
  if (rest.empty()) return number;
  if (!number.unit.empty() || !(is_currency(rest) || is_unit(rest))) return std::nullopt;
  number.unit = rest;
  return number;
}

char decimal_sign(std::string_view digits) {
  const std::size_t point = digits.rfind('.');
  const std::size_t comma = digits.rfind(',');
  constexpr std::size_t kNone = std::string_view::npos;
  if (point == kNone && comma == kNone) return 0;
  if (point != kNone && comma != kNone) return point > comma ? '.' : ',';
  const char sign = point != kNone ? '.' : ',';
  const char other = point != kNone ? ',' : '.';
  if (std::ranges::count(digits, sign) > 1) return other;
  // One sign: three digits after it and one to three before may be a group.
  const std::size_t place = digits.find(sign);
  const std::size_t after = digits.size() - place - 1;
  const bool group = after == 3 && place >= 1 && place <= 3 && digits[0] != '0';
  return group ? 0 : sign;
}

std::optional<double> value_of(const WrittenNumber& number, char decimal) {
  const std::string& digits = number.digits;
  const std::size_t point = digits.find(decimal);
  std::string plain;
  std::size_t group = 0;  // digits since the last group began
  bool grouped = false;
  char separator = 0;
  for (std::size_t at = 0; at < std::min(point, digits.size()); ++at) {
    const char c = digits[at];
    if (is_digit(c)) {
      plain += c;
      ++group;
      continue;
    }
    // Groups of three; the Indian way has twos between.
    if (group == 0 || (grouped && group != 2 && group != 3)) return std::nullopt;
    if (separator != 0 && separator != c) return std::nullopt;
    separator = c;
    grouped = true;
    group = 0;
  }
  if (grouped && group != 3) return std::nullopt;
  if (point != std::string::npos) {
    plain += '.';
    for (std::size_t at = point + 1; at < digits.size(); ++at) {
      if (!is_digit(digits[at])) return std::nullopt;
      plain += digits[at];
    }
  }
  if (plain.ends_with('.')) plain.pop_back();
  if (plain.starts_with('.')) plain.insert(0, "0");
  double value = 0;
  if (!parse_number(plain, value)) return std::nullopt;
  return number.negative ? -value : value;
}

std::optional<double> parse_written(std::string_view text, char decimal, std::string_view unit) {
  const auto number = take_apart(text);
  if (!number || (!number->unit.empty() && number->unit != unit)) return std::nullopt;
  return value_of(*number, decimal);
}

}  // namespace gnac::detail
