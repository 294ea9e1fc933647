#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gnac/categories.h"
#include "io/read_points.h"

namespace gnac::detail {

/// Numbers the texts of one column while rows are read, then turns the numbers into indicators.
class CategoryCoder {
 public:
  /// `known`: the only values allowed; empty: any.
  CategoryCoder(std::string name, std::vector<std::string> known);

  /// The code of a text. Throws Error, starting with `place`, if there are too many categories or
  /// this one is not known.
  double code_of(std::string_view text, const std::string& place);

  const std::string& name() const { return name_; }
  /// In the order of their codes.
  const std::vector<std::string>& values() const { return values_; }

 private:
  std::string name_;
  bool fixed_;
  std::vector<std::string> values_;
  std::unordered_map<std::string, std::size_t> code_of_;
};

/// Replace the last columns of the table, which hold codes, by columns of 0 and 1: one for each
/// category, in ascending order, named like "colour=red", or like "x3=red" where columns have no
/// names (`named`).
void encode_categories(PointTable& table, const std::vector<CategoryCoder>& coders, bool named);

}  // namespace gnac::detail
