#pragma once

#include <cmath>
#include <cstdint>

namespace gnac::detail {

/// A place in [0, 1) for each number, by the golden ratio: consecutive numbers, and every second or
/// third of them, are spread evenly. Picks some of the points without a seed, whatever their order.
inline double golden_place(std::int64_t number) {
  constexpr double kGolden = 0.6180339887498949;
  return std::fmod(static_cast<double>(number) * kGolden, 1.0);
}

}  // namespace gnac::detail
