#pragma once

#include <cstdint>

namespace gnac::knn_detail {

/// Queries that one call of the filter takes.
inline constexpr int kFilterRows = 6;

/// The vector loops of the search, for the best instruction set of the machine. None of them
/// decides anything that depends on how its sums are ordered: bounds are compared with room for
/// rounding, the filter's error is bounded (see filter.h), and `distances` adds in the one order of
/// squared_distance(). So every instruction set gives the same neighbours.
struct Kernels {
  const char* target;  ///< the instruction set, as Highway names it

  /// bound[a] = squared distance from row active[a] of `rows` to the box. Rows and box have
  /// `stride` columns, a multiple of 8.
  void (*box_bounds)(const double* rows, const std::int32_t* active, std::int64_t count,
                     const double* low, const double* high, std::int64_t stride, double* bound);

  /// survivors[q]: bit p says that norm[p] + row[q]·leaf[:, p] <= limit[q]. `leaf` is d×kLeaf.
  void (*filter)(const float* const* row, const float* limit, const float* leaf, const float* norm,
                 std::int64_t d, std::uint32_t* survivors);

  /// squared[p] = d²(row, leaf[:, p]) for all p; returns the bits of those <= limit. `leaf` is
  /// d×kLeaf.
  std::uint32_t (*distances)(const double* row, const double* leaf, std::int64_t d, double limit,
                             double* squared);
};

Kernels best_kernels();

}  // namespace gnac::knn_detail
