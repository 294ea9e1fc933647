#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gnac::detail {

/// A number as people write it, taken apart: "$1,200", "1.200,50 €", "12.5 %", "(30)", "1'000",
/// "−5", "170 cm", "<0.5".
struct WrittenNumber {
  bool negative = false;
  bool limit = false;  ///< "<" or ">" stood before it: what an instrument could not measure
  std::string digits;  ///< with whatever separates them: '.', ',', '\'' and blanks
  std::string unit;    ///< what stood around them, or ""
};

/// Nothing if it is not a number with at most one unit. A unit is a currency, a percent or degree
/// sign, or up to five letters after the digits.
std::optional<WrittenNumber> take_apart(std::string_view text);

/// Is this unit a currency or a percent sign, which people also leave out in some rows?
bool is_sign(std::string_view unit);

/// The decimal sign that these digits show for certain, '.' or ','; 0 if either is possible.
char decimal_sign(std::string_view digits);

/// The value of digits whose decimal sign is `decimal`; nothing if they cannot be read that way.
std::optional<double> value_of(const WrittenNumber& number, char decimal);

/// All at once, for a column with this decimal sign and unit; a cell may lack the unit.
std::optional<double> parse_written(std::string_view text, char decimal, std::string_view unit);

}  // namespace gnac::detail
