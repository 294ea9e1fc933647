#include "io/column_facts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/number_text.h"
#include "io/text.h"
#include "io/time_text.h"
#include "support/utf8.h"

namespace gnac::detail {
namespace {

/// Does a number have a point that shows where the decimals begin?
void add_sign(ColumnFacts& facts, std::string_view digits) {
  const char sign = decimal_sign(digits);
  if (sign == '.') ++facts.points;
  if (sign == ',') ++facts.commas;
  if (sign != 0) return;
  facts.open_points += digits.find('.') != std::string_view::npos ? 1 : 0;
  facts.open_commas += digits.find(',') != std::string_view::npos ? 1 : 0;
}

void add_number(ColumnFacts& facts, double value, std::string_view cell) {
  if (!(value == std::floor(value))) facts.whole = false;
  if (cell.size() > 1 && cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9')
    facts.zeros_first = true;
  const bool first = facts.numbers() == 0;
  if (first ? value != 0 && value != 1 : value != facts.last + 1) facts.counts_rows = false;
  facts.last = value;
}

void add_time(ColumnFacts& facts, const WrittenTime& time, std::string_view cell) {
  facts.dated = facts.dated || time.has_date;
  facts.day_first = facts.day_first || (time.has_date && time.order == 'd');
  facts.month_first = facts.month_first || (time.has_date && time.order == 'm');
  facts.open_order = facts.open_order || (time.has_date && time.order == 0);
  facts.dotted = facts.dotted || cell.find('.') < 3;
  const double value = parse_time(cell, 'm').value_or(0);
  if (facts.times > 0 && !(value > facts.last)) facts.grows = false;
  facts.last = value;
}

}  // namespace

int boolean_of(std::string_view text) {
  constexpr std::array<std::string_view, 9> kNo{"no",   "false", "n",      "f",   "off",
                                                "nein", "non",   "falsch", "faux"};
  constexpr std::array<std::string_view, 11> kYes{"yes", "true", "y",    "t",  "on", "ja",
                                                  "oui", "wahr", "vrai", "si", "sí"};
  constexpr std::size_t kLongest = 6;
  if (text.empty() || text.size() > kLongest) return -1;
  const std::string word = lower(text);
  return is_one_of(word, kNo) ? 0 : is_one_of(word, kYes) ? 1 : -1;
}

bool is_no_value(std::string_view text) {
  constexpr std::array<std::string_view, 16> kWords{
      "unknown", "missing", "n.a.",  "nd",     "n.d.",  "not available", "tbd",       "none",
      "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!",        "not known", "."};
  constexpr std::size_t kLongest = 13;
  return text.size() <= kLongest && is_one_of(lower(text), kWords);
}

bool is_word(std::string_view text) {
  double ignored = 0;
  if (stands_for_missing(text) || parse_number(text, ignored)) return false;
  const auto number = take_apart(text);  // with letters: "170 cm", but also "1.O"
  if (number && (number->unit.empty() || is_sign(number->unit))) return false;
  return !take_time_apart(text);
}

void ColumnFacts::add(std::string_view cell) {
  ++rows;
  double value = 0;
  const bool number = parse_number(cell, value);
  if (stands_for_missing(cell) || (number && std::isnan(value))) {
    ++missing;
    counts_rows = false;
    return;
  }
  if (!many_values) {
    ++values[std::string(cell)];
    many_values = values.size() > kMostValues;
    if (many_values) values.clear();
  }
  if (number) {
    add_number(*this, value, cell);
    if (cell.find('.') != std::string_view::npos) {
      const bool digits =
          cell.find_first_not_of("0123456789.", cell[0] == '-' ? 1 : 0) == std::string_view::npos;
      if (digits) add_sign(*this, cell.substr(cell[0] == '-' ? 1 : 0));
      if (!digits) ++points;
    }
    ++plain;
    return;
  }
  blanks += std::ranges::count(cell, ' ');
  if (const auto apart = take_apart(cell)) {
    add_sign(*this, apart->digits);
    const auto guess = value_of(*apart, decimal_sign(apart->digits) == ',' ? ',' : '.');
    add_number(*this, guess.value_or(0.5), apart->digits);
    if (!apart->unit.empty()) {
      if (with_unit++ == 0) unit = apart->unit;
      mixed_units = mixed_units || unit != apart->unit;
    }
    limits += apart->limit ? 1 : 0;
    ++written;
  } else if (boolean_of(cell) >= 0) {
    ++booleans;
  } else if (const auto time = take_time_apart(cell)) {
    add_time(*this, *time, cell);
    ++times;
  } else if (is_no_value(cell)) {
    ++no_values;
  } else {
    ++words;
  }
}

}  // namespace gnac::detail
