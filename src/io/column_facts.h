#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace gnac::detail {

/// Facts about the cells of one column, gathered cell by cell.
struct ColumnFacts {
  std::int64_t rows = 0;
  std::int64_t missing = 0;
  std::int64_t plain = 0;     ///< numbers as computers write them
  std::int64_t written = 0;   ///< other numbers, as people write them
  std::int64_t times = 0;     ///< dates and times of day
  std::int64_t booleans = 0;  ///< yes and no
  std::int64_t no_values =
      0;                   ///< words such as "unknown" that stand for a number that is not there
  std::int64_t words = 0;  ///< anything else

  // About the numbers.
  bool whole = true;             ///< all are whole
  bool zeros_first = false;      ///< one begins with a zero, as codes do
  bool counts_rows = true;       ///< 0, 1, 2, … or 1, 2, 3, …
  double last = 0;               ///< the number in the row before
  std::int64_t points = 0;       ///< cells whose decimal sign is a point for certain
  std::int64_t commas = 0;       ///< a comma
  std::int64_t open_points = 0;  ///< cells in which a point may separate thousands
  std::int64_t open_commas = 0;
  std::string unit;  ///< of the first that has one
  std::int64_t with_unit = 0;
  bool mixed_units = false;
  std::int64_t limits = 0;  ///< numbers such as "<0.5"

  // About the dates.
  bool dated = false;
  bool grows = true;         ///< each is later than the one before
  bool day_first = false;    ///< a first field above 12
  bool month_first = false;  ///< a second field above 12
  bool open_order = false;   ///< day and month may be swapped
  bool dotted = false;       ///< written with points, as people do who put the day first

  // About the texts.
  static constexpr std::size_t kMostValues = 1000;
  std::unordered_map<std::string, std::int64_t> values;  ///< how often each is there
  bool many_values = false;  ///< more than kMostValues; `values` are then incomplete
  std::int64_t blanks = 0;   ///< inside the texts

  void add(std::string_view cell);

  std::int64_t present() const { return rows - missing - no_values; }
  /// Most numbers have letters after them: a unit, and no slip.
  bool has_unit() const { return 2 * with_unit > numbers(); }
  std::int64_t numbers() const { return plain + written; }
};

/// 0 for "no", 1 for "yes" in a few words and languages; -1 for anything else.
int boolean_of(std::string_view text);

/// A word that stands for a number that is not there, such as "unknown" or "#DIV/0!".
bool is_no_value(std::string_view text);

/// Neither a number, as computers or people write it without letters, nor a date or a missing
/// value.
bool is_word(std::string_view text);

}  // namespace gnac::detail
