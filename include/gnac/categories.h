#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac {

/// A column of texts that became columns of 0 and 1, one for each of its categories.
struct CategoryColumn {
  std::string name;                 ///< in the header, or its number from 0
  std::vector<std::string> values;  ///< ascending by their bytes, as their columns stand

  bool operator==(const CategoryColumn&) const = default;
};

/// How many columns of 0 and 1 they became. These stand after the columns of numbers.
inline std::int64_t indicator_count(std::span<const CategoryColumn> categories) {
  std::int64_t count = 0;
  for (const CategoryColumn& column : categories) count += std::ssize(column.values);
  return count;
}

}  // namespace gnac
