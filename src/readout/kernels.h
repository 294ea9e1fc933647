#pragma once

#include <cstdint>

namespace gnac::detail {

/// A matrix of doubles in memory: element (i, j) is values[i·row + j·col].
struct Strided {
  const double* values;
  std::int64_t row;
  std::int64_t col = 1;
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

  /// distance[c] = ‖point - centre c‖², from the centres' coordinates one after the other: centre c
  /// has centres[j·count + c] as its coordinate j.
  void (*square_distances)(const double* point, std::int64_t dims, const double* centres,
                           std::int64_t count, double* distance);
};

ReadoutKernels readout_kernels();

}  // namespace gnac::detail
