#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac {

/// A text column that was encoded as columns of 0 and 1, one per category.
struct CategoryColumn {
  std::string name;                 ///< from the header, or the column's number from 0
  std::vector<std::string> values;  ///< sorted by bytes, in the order of their columns

  bool operator==(const CategoryColumn&) const = default;
};

/// The number of 0/1 columns that they became. These come after the numeric columns.
///
///     const auto numeric = model.points.d - gnac::indicator_count(model.categories);
inline std::int64_t indicator_count(std::span<const CategoryColumn> categories) {
  std::int64_t count = 0;
  for (const CategoryColumn& column : categories) count += std::ssize(column.values);
  return count;
}

}  // namespace gnac
