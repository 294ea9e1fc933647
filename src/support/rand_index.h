#pragma once

namespace gnac::detail {

/// The number of pairs of `count` things.
inline double pairs_of(double count) {
  return count * (count - 1) / 2;
}

/// The adjusted Rand index (Hubert and Arabie 1985) of two partitions from numbers of pairs:
/// together in both, in the one, in the other, and all pairs. 1 if both partitions are trivial in
/// the same way.
inline double adjusted_rand_of_pairs(double in_both, double in_a, double in_b, double all) {
  const double expected = all > 0 ? in_a * in_b / all : 0;
  const double most = (in_a + in_b) / 2;
  return most == expected ? 1.0 : (in_both - expected) / (most - expected);
}

}  // namespace gnac::detail
