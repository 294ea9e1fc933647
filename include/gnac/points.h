#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnac {

/// A borrowed N×d matrix of observations, one per row, rows contiguous. Does not own its memory.
struct PointsView {
  const double* data = nullptr;
  std::int64_t n = 0;  ///< observations (rows)
  std::int64_t d = 0;  ///< features (columns)

  std::span<const double> row(std::int64_t i) const {
    return {data + i * d, static_cast<std::size_t>(d)};
  }
  double operator()(std::int64_t i, std::int64_t c) const { return data[i * d + c]; }
};

/// An owned N×d matrix of observations; converts to a PointsView.
///
///     gnac::Points corners{{0, 0, 0, 1, 1, 0, 1, 1}, 4, 2};
///     corners.row(1)[1];  // 1
struct Points {
  std::vector<double> values;  ///< n*d, row by row
  std::int64_t n = 0;
  std::int64_t d = 0;

  operator PointsView() const { return {values.data(), n, d}; }  // NOLINT: implicit on purpose
  std::span<const double> row(std::int64_t i) const { return PointsView(*this).row(i); }
};

}  // namespace gnac
