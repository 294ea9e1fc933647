#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gnac::detail {

/// Reusable work space, so that nothing is allocated per matrix.
struct EigenSpace {
  std::vector<double> diagonal;
  std::vector<double> below;
  std::vector<double> product;
};

/// The two largest eigenvalues of a symmetric positive semi-definite matrix as shares of its trace,
/// the larger first; zeros if the trace is 0, and 1 and 0 for a 1×1 matrix. `matrix` is m×m, row by
/// row; only its lower triangle is read, and it is overwritten.
///
/// Householder's reduction to a tridiagonal matrix, then the QL iteration without vectors:
/// (4/3)m³ + O(m²) operations, independent of the scale. Shares are right to 1e-9.
std::array<double, 2> leading_shares(std::vector<double>& matrix, std::int64_t m,
                                     EigenSpace& space);

}  // namespace gnac::detail
