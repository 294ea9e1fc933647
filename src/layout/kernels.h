#pragma once

#include <cstdint>

namespace gnac::detail {

/// Points that are pushed together: a run of a tree's order.
inline constexpr std::int64_t kPushed = 32;

/// The vector loops of the layout, for the best instruction set of the machine. Every lane is a
/// point of its own, so all instruction sets give the same bytes.
struct LayoutKernels {
  const char* target;  ///< the instruction set, as Highway names it

  /// The push of `count` masses on kPushed points, with q = 1/(1 + ‖y - s‖²): for each point p,
  /// push[c][p] = Σ m q² (y - s)_c and sum[p] = Σ m q. y[c], push[c]: kPushed values for each of
  /// `dims` (2 or 3) coordinates; source[c]: `count` values. The twin is layout_energy()'s
  /// derivative (tests/twins/layout_energy.h).
  void (*push)(const float* const* y, const float* const* source, const float* mass,
               std::int64_t count, int dims, float* const* push, float* sum);
};

LayoutKernels layout_kernels();

}  // namespace gnac::detail
