#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail {

/// How two labellings of the same points overlap: the non-zero cells of their contingency table.
/// Labels may be any integers; rows and columns follow their ascending order.
struct Contingency {
  struct Cell {
    std::int32_t row = 0;
    std::int32_t column = 0;
    std::int64_t count = 0;
  };
  std::int64_t points = 0;
  std::vector<Cell> cells;            ///< sorted by (row, column), counts > 0
  std::vector<std::int64_t> rows;     ///< points per reference class
  std::vector<std::int64_t> columns;  ///< points per predicted cluster
};

/// Rows are the reference, columns the prediction. Throws Error when the lengths differ or there
/// are no points.
Contingency contingency(std::span<const std::int32_t> reference,
                        std::span<const std::int32_t> predicted);

}  // namespace gnac::detail
