#include "options/option_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace gnac::detail {
namespace {

/// The edits that make one of the other, or more than `most` if there are more.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    std::size_t least = row[0];  // of this row; later ones are no less
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t up = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      least = std::min(least, row[j]);
      diagonal = up;
    }
    if (least > most) return least;
  }
  return row.back();
}

/// A flag without its dashes.
std::string_view bare(std::string_view flag) {
  return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
}

}  // namespace

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

bool in_range(double value, double min, double max) {
  return std::isfinite(value) && value >= min && value <= max;
}

std::string range_text(double min, double max, bool whole) {
  std::string text = whole ? "a whole number" : "a number";
  text += min == kTiny ? " above 0" : " from " + number_text(min);
  if (max != kAny && max != 0x1.0p64) text += " to " + number_text(max);
  return text;
}

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string text;
  for (std::size_t w = 0; w < words.size(); ++w) {
    if (w > 0) text += w + 1 == words.size() ? last : ", ";
    text += words[w];
  }
  return text;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> known,
                       std::string otherwise) {
  const std::string_view word = bare(name);
  std::size_t least =
      word.size() / 3 + 1;  // one typo per three letters, plus a doubled or missing one
  std::string_view close;
  for (const std::string_view candidate : known) {
    const std::string_view other = bare(candidate);
    const bool begun = word.size() >= 3 && other.starts_with(word);
    // At least as many edits as the lengths differ by: a long word is not compared with them all.
    const std::size_t apart =
        std::max(other.size(), word.size()) - std::min(other.size(), word.size());
    if (!begun && (apart > least || apart >= other.size())) continue;
    const std::size_t edits = begun ? 1 : edit_distance(other, word, least);
    // Two edits make any word of three letters out of another, unless they swap letters.
    if (word.size() <= 3 && edits > 1 &&
        !std::is_permutation(word.begin(), word.end(), other.begin(), other.end()))
      continue;
    if (edits > least || edits >= other.size() || (edits == least && !close.empty())) continue;
    least = edits;
    close = candidate;
  }
  if (close.empty()) return otherwise;
  return "did you mean '" + std::string(close) + "'?";
}

}  // namespace gnac::detail
