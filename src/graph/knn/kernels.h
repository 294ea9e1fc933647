#pragma once

#include <cstdint>

#include "gnac/scaling.h"

namespace gnac::detail::knn_detail {

/// Queries per call of the filter.
inline constexpr int kFilterRows = 6;

/// Rows per call of the projection.
inline constexpr std::int64_t kProjectRows = 4;

/// Queries that walk the tree together, at most: a set of them is the bits of a word.
inline constexpr std::int64_t kGroup = 64;
using QuerySet = std::uint64_t;

/// The vector loops of the search, for the best instruction set of the machine. None of them
/// decides anything that depends on how its sums are ordered: bounds are compared with room for
/// rounding, the filter's error is bounded (see filter.h), and `distances` adds in the same order
/// as separation(). So every instruction set gives the same neighbours.
struct Kernels {
  const char* target;  ///< the instruction set, as Highway names it

  /// Those of `active` whose separation b from the box (graph/knn.h: d², or Σ|·|) has b·room -
  /// underflow <= reach. `queries` is columns×kGroup, `reach` has kGroup values, the box `columns`.
  QuerySet (*near_box)(const double* queries, const double* reach, QuerySet active,
                       const double* low, const double* high, std::int64_t columns, double room,
                       double underflow);

  /// survivors[q]: bit p says that norm[p] + row[q]·leaf[:, p] <= limit[q]. `leaf` is d×kLeafWidth.
  void (*filter)(const float* const* row, const float* limit, const float* leaf, const float* norm,
                 std::int64_t d, std::uint32_t* survivors);

  /// squared[p] = separation of row and leaf[:, p] for all p; returns the bits of those <= limit.
  /// `leaf` is d×kLeafWidth.
  std::uint32_t (*distances)(const double* row, const double* leaf, std::int64_t d, double limit,
                             double* squared);

  /// a·b, of d values each; what rounding does depends on the instruction set.
  float (*inner)(const float* a, const float* b, std::int64_t d);

  /// out = rows·basis for kProjectRows rows of d values; `basis` is d×m, m a multiple of 8. Every
  /// sum runs column by column, so the digits do not depend on the instruction set.
  void (*project)(const double* rows, const double* basis, std::int64_t d, std::int64_t m,
                  double* out);
};

/// `filter` is for d² alone.
Kernels best_kernels(Metric metric = Metric::euclidean);

}  // namespace gnac::detail::knn_detail
