#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/team.h"

namespace gnac::detail {

/// The directions in which rows spread most, and their mean.
struct Principal {
  std::int64_t columns = 0;
  std::vector<double> mean;       ///< columns
  std::vector<double> direction;  ///< count × columns, orthonormal, widest spread first; the entry
                                  ///< of largest magnitude in each is positive
  std::vector<double> share;      ///< of the whole variance, per direction

  std::int64_t count() const {
    return columns == 0 ? 0 : static_cast<std::int64_t>(direction.size()) / columns;
  }
};

/// The first min(count, columns) principal components of n rows, by subspace iteration on at most
/// 20,000 rows, evenly chosen: accurate enough for a picture, and linear in rows and columns.
Principal principal(std::span<const double> rows, std::int64_t n, std::int64_t columns,
                    std::int64_t count = 3);
Principal principal(std::span<const float> rows, std::int64_t n, std::int64_t columns,
                    std::int64_t count = 3);

/// The rows seen along one direction, n values.
std::vector<double> along(const Principal& axes, std::int64_t direction,
                          std::span<const double> rows, std::int64_t n, Team& team);
std::vector<double> along(const Principal& axes, std::int64_t direction,
                          std::span<const float> rows, std::int64_t n, Team& team);

}  // namespace gnac::detail
