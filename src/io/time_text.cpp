#include "io/time_text.h"

#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "io/text.h"

namespace gnac::detail {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Takes up to `most` digits from the front; their count in `size`.
std::optional<int> take_whole(std::string_view& text, std::size_t most, std::size_t& size) {
  size = 0;
  while (size < text.size() && size < most && is_digit(text[size])) ++size;
  if (size == 0) return std::nullopt;
  int value = 0;
  std::from_chars(text.data(), text.data() + size, value);
  text.remove_prefix(size);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == ',')) text.remove_prefix(1);
}

/// 1 to 12 for an English month, in full or by its first three letters.
int take_month(std::string_view& text) {
  constexpr std::array<std::string_view, 12> kMonths{
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  std::string word;
  for (const char c : text) {
    if (!is_letter(c)) break;
    word += static_cast<char>(c | 0x20);
  }
  if (word.size() < 3) return 0;
  for (std::size_t m = 0; m < kMonths.size(); ++m) {
    if (kMonths[m] != word && kMonths[m].substr(0, 3) != word && word != "sept") continue;
    if (word == "sept" && m != 8) continue;
    text.remove_prefix(word.size());
    take(text, '.');
    return static_cast<int>(m) + 1;
  }
  return 0;
}

int full_year(int year, std::size_t digits) {
  if (digits > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/// Takes a date from the front, if there is one.
bool take_date(std::string_view& text, WrittenTime& time) {
  std::string_view rest = text;
  std::size_t size = 0;
  if (const int month = take_month(rest)) {  // January 31, 2024
    skip_blanks(rest);
    const auto day = take_whole(rest, 2, size);
    skip_blanks(rest);
    const auto year = take_whole(rest, 4, size);
    if (!day || !year || size != 4) return false;
    time = {true, 'm', *year, month, *day, 0};
    text = rest;
    return true;
  }
  std::size_t first_size = 0;
  const auto first = take_whole(rest, 4, first_size);
  if (!first || rest.empty()) return false;
  const char separator = rest[0];
  if (separator != '-' && separator != '/' && separator != '.' && separator != ' ') return false;
  rest.remove_prefix(1);
  if (const int month = take_month(rest); month != 0 && first_size <= 2) {  // 31 Jan 2024
    if (!take(rest, separator)) skip_blanks(rest);
    const auto year = take_whole(rest, 4, size);
    if (!year) return false;
    time = {true, 'd', full_year(*year, size), month, *first, 0};
    text = rest;
    return true;
  }
  if (separator == ' ') return false;
  const auto second = take_whole(rest, 2, size);
  if (second && rest.empty() && first_size == 4 && separator != '.') {  // 2024-01
    time = {true, 'y', *first, *second, 1, 0};
    text = rest;
    return true;
  }
  if (!second || !take(rest, separator)) return false;
  std::size_t third_size = 0;
  const auto third = take_whole(rest, 4, third_size);
  if (!third) return false;
  if (first_size == 4) {
    if (third_size > 2) return false;
    time = {true, 'y', *first, *second, *third, 0};
  } else {
    if (first_size > 2 || third_size == 3) return false;
    const int year = full_year(*third, third_size);
    time = {true, 0, year, *first, *second, 0};
    if (*first > 12) time = {true, 'd', year, *second, *first, 0};
    if (*second > 12) time = {true, 'm', year, *first, *second, 0};
  }
  text = rest;
  return true;
}

/// Takes "14:30", "14:30:05.25", "2:30 PM" and a zone from the front.
bool take_clock(std::string_view& text, double& hours) {
  std::size_t size = 0;
  const auto hour = take_whole(text, 3, size);
  if (!hour || !take(text, ':')) return false;
  const auto minute = take_whole(text, 2, size);
  if (!minute || size != 2 || *minute > 59) return false;
  hours = *hour + *minute / 60.0;
  if (take(text, ':')) {
    std::size_t length = 0;
    while (length < text.size() && (is_digit(text[length]) || text[length] == '.')) ++length;
    double seconds = 0;
    if (!parse_number(text.substr(0, length), seconds) || seconds >= 61) return false;
    text.remove_prefix(length);
    hours += seconds / 3600;
  }
  skip_blanks(text);
  if (text.size() >= 2 && (text[1] | 0x20) == 'm' && *hour <= 12) {
    const char half = static_cast<char>(text[0] | 0x20);
    if (half == 'p' && *hour != 12) hours += 12;
    if (half == 'a' && *hour == 12) hours -= 12;
    if (half == 'p' || half == 'a') text.remove_prefix(2);
  }
  if (take(text, 'Z') || text.empty()) return true;
  const double sign = text[0] == '-' ? -1 : 1;
  if (!take(text, '+') && !take(text, '-')) return false;
  const auto zone = take_whole(text, 2, size);
  if (!zone || size != 2) return false;
  take(text, ':');
  const auto rest = take_whole(text, 2, size);
  hours -= sign * (*zone + (rest ? *rest / 60.0 : 0));
  return true;
}

}  // namespace

std::optional<WrittenTime> take_time_apart(std::string_view text) {
  constexpr std::size_t kLongest = 48;
  if (text.size() < 4 || text.size() > kLongest) return std::nullopt;
  WrittenTime time;
  if (take_date(text, time)) {
    if (text.empty()) return time;
    const char before = text[0];
    text.remove_prefix(1);
    if (before != ' ' && before != 'T' && before != ',') return std::nullopt;
    skip_blanks(text);
  }
  if (!take_clock(text, time.hours) || !text.empty()) return std::nullopt;
  if (time.has_date && time.hours > 48) return std::nullopt;
  return time;
}

std::optional<double> parse_time(std::string_view text, char order) {
  const auto time = take_time_apart(text);
  if (!time) return std::nullopt;
  if (!time->has_date) return time->hours;
  const bool swap = time->order == 0 && order == 'd';
  const int month = swap ? time->second : time->first;
  const int day = swap ? time->first : time->second;
  using namespace std::chrono;
  const year_month_day date{year{time->year}, std::chrono::month{static_cast<unsigned>(month)},
                            std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  return static_cast<double>(sys_days(date).time_since_epoch().count()) + time->hours / 24;
}

}  // namespace gnac::detail
