#pragma once

#include <cstdint>

namespace gnac::detail {

/// The vector loops of the features, for the best instruction set of the machine. A sum over
/// columns is four sums, of the columns 0, 4, 8, …, of 1, 5, 9, … and so on, added as (s0 + s1) +
/// (s2 + s3): every instruction set gives the same bytes.
struct FeatureKernels {
  const char* target;  ///< the instruction set, as Highway names it

  /// out[p] = ‖x - rows[list[p]]‖² × factor², for p < size; `rows` is row by row, d columns.
  void (*squared_distances)(const double* x, const std::int32_t* list, std::int64_t size,
                            const double* rows, std::int64_t d, double factor, double* out);

  /// The lower triangle of the m×m matrix of inner products of m rows.
  void (*inner_products)(const double* rows, std::int64_t m, std::int64_t d, double* out);
};

FeatureKernels feature_kernels();

}  // namespace gnac::detail
