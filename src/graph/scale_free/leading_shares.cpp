#include "graph/scale_free/leading_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace gnac {
namespace {

// The diagonal and, from entry 1 on, the subdiagonal of a tridiagonal matrix similar to `a`. Row by
// row from the last, a reflection H = I - u·uᵀ/h clears what is left of the subdiagonal.
void tridiagonal(std::span<double> a, std::int64_t m, std::span<double> diagonal,
                 std::span<double> below) {
  std::vector<double> p(static_cast<std::size_t>(m));
  const auto at = [&](std::int64_t r, std::int64_t c) -> double& { return a[r * m + c]; };
  for (std::int64_t i = m - 1; i >= 1; --i) {
    double* u = &at(i, 0);  // the i entries left of the diagonal become the reflection's vector
    double norm = 0;
    for (std::int64_t c = 0; c < i - 1; ++c) norm += u[c] * u[c];
    if (norm == 0) {
      below[i] = u[i - 1];
      continue;
    }
    norm += u[i - 1] * u[i - 1];
    const double length = u[i - 1] > 0 ? -std::sqrt(norm) : std::sqrt(norm);
    below[i] = length;
    const double h = norm - u[i - 1] * length;
    u[i - 1] -= length;
    double up = 0;
    for (std::int64_t r = 0; r < i; ++r) {
      double sum = 0;
      for (std::int64_t c = 0; c <= r; ++c) sum += at(r, c) * u[c];
      for (std::int64_t c = r + 1; c < i; ++c) sum += at(c, r) * u[c];
      p[r] = sum / h;
      up += u[r] * p[r];
    }
    const double half = up / (2 * h);
    for (std::int64_t r = 0; r < i; ++r) p[r] -= half * u[r];
    for (std::int64_t r = 0; r < i; ++r) {
      for (std::int64_t c = 0; c <= r; ++c) at(r, c) -= u[r] * p[c] + p[r] * u[c];
    }
  }
  for (std::int64_t i = 0; i < m; ++i) diagonal[i] = at(i, i);
}

// Eigenvalues of a tridiagonal matrix in place of its diagonal. below[i] joins i - 1 and i.
void eigenvalues(std::span<double> diagonal, std::span<double> below) {
  constexpr int kMostRounds = 50;
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  const auto m = std::ssize(diagonal);
  std::rotate(below.begin(), below.begin() + 1, below.end());  // now below[i] joins i and i + 1
  below[m - 1] = 0;
  for (std::int64_t first = 0; first < m; ++first) {
    for (int round = 0; round < kMostRounds; ++round) {
      std::int64_t last = first;
      for (; last < m - 1; ++last) {
        const double scale = std::abs(diagonal[last]) + std::abs(diagonal[last + 1]);
        if (std::abs(below[last]) <= kUnit * scale) break;
      }
      if (last == first) break;
      // Wilkinson's shift from the leading 2×2 block, then a sweep of rotations from the far end.
      double g = (diagonal[first + 1] - diagonal[first]) / (2 * below[first]);
      const double root = std::sqrt(g * g + 1);
      g = diagonal[last] - diagonal[first] + below[first] / (g + (g < 0 ? -root : root));
      double sine = 1;
      double cosine = 1;
      double moved = 0;
      std::int64_t i = last - 1;
      for (; i >= first; --i) {
        const double f = sine * below[i];
        const double b = cosine * below[i];
        const double r = std::sqrt(f * f + g * g);
        below[i + 1] = r;
        if (r == 0) {
          diagonal[i + 1] -= moved;
          below[last] = 0;
          break;
        }
        sine = f / r;
        cosine = g / r;
        g = diagonal[i + 1] - moved;
        const double turned = (diagonal[i] - g) * sine + 2 * cosine * b;
        moved = sine * turned;
        diagonal[i + 1] = g + moved;
        g = cosine * turned - b;
      }
      if (i >= first) continue;
      diagonal[first] -= moved;
      below[first] = g;
      below[last] = 0;
    }
  }
}

}  // namespace

std::array<double, 2> leading_shares(std::vector<double>& matrix, std::int64_t m) {
  double trace = 0;
  for (std::int64_t i = 0; i < m; ++i) trace += matrix[i * m + i];
  if (!(trace > 0)) return {0, 0};
  if (m == 1) return {1, 0};
  if (m == 2) {
    const double half = 0.5 * (matrix[0] - matrix[3]);
    const double root = std::sqrt(half * half + matrix[2] * matrix[2]);
    return {(0.5 * trace + root) / trace, std::max(0.0, 0.5 * trace - root) / trace};
  }
  std::vector<double> diagonal(static_cast<std::size_t>(m));
  std::vector<double> below(static_cast<std::size_t>(m));
  tridiagonal(matrix, m, diagonal, below);
  eigenvalues(diagonal, below);
  std::partial_sort(diagonal.begin(), diagonal.begin() + 2, diagonal.end(), std::greater<>());
  return {diagonal[0] / trace, std::max(0.0, diagonal[1]) / trace};
}

}  // namespace gnac
