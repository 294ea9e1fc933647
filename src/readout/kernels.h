#pragma once

#include <cstdint>

namespace gnac::detail {

/// A matrix of doubles in memory: element (i, j) is values[i·row + j·col].
struct Strided {
  const double* values;
  std::int64_t row;
  std::int64_t col = 1;
};

/// A factor G·diag(pivot)·Gᵀ (elimination.h), without its order.
struct FactorView {
  std::int64_t steps;
  const std::int64_t* column;
  const std::int32_t* step;
  const double* multiplier;
  const double* pivot;
};

/// The nearest of several centres, the first of equals, and how far the next one is.
struct NearestTwo {
  std::int64_t nearest;
  double first, second;  ///< squared distances
};

/// The vector loops of the readout, for the best instruction set of the machine. Every lane is an
/// element of its own, summed in order and never fused, so all instruction sets give the same
/// bytes.
struct ReadoutKernels {
  const char* target;  ///< the instruction set, as Highway names it

  /// out += sign·(a·b), with sign 1 or -1: a is rows×inner, b inner×cols with adjacent columns, out
  /// rows×cols row by row.
  void (*add_product)(Strided a, Strided b, std::int64_t rows, std::int64_t inner,
                      std::int64_t cols, double sign, double* out, std::int64_t out_row);

  /// The two nearest of `count` centres, from their coordinates one after the other: centre c has
  /// centres[j·count + c] as its coordinate j. `distance` is scratch for `count` values, a multiple
  /// of 8.
  NearestTwo (*nearest_two)(const double* point, std::int64_t dims, const double* centres,
                            std::int64_t count, double* distance);

  /// y ← (G·diag(pivot)·Gᵀ)⁻¹·y for y of steps×cols, where cols is 1, 2, 4 or 8; 0 where a pivot is
  /// not positive.
  void (*solve)(const FactorView& factor, int cols, double* y);
};

ReadoutKernels readout_kernels();

}  // namespace gnac::detail
