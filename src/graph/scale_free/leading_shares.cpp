#include "graph/scale_free/leading_shares.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace gnac::detail {
namespace {

// The diagonal and, from entry 1 on, the subdiagonal of a tridiagonal matrix similar to `a`. Row by
// row from the last, a reflection H = I - u·uᵀ/h clears what is left of the subdiagonal.
void tridiagonal(std::span<double> a, std::int64_t m, std::span<double> diagonal,
                 std::span<double> below, std::span<double> p) {
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
    // p = A·u, each entry of the lower triangle serving both sides of the diagonal.
    std::fill_n(p.begin(), i, 0.0);
    for (std::int64_t r = 0; r < i; ++r) {
      const double* row = &at(r, 0);
      double sum = row[r] * u[r];
      for (std::int64_t c = 0; c < r; ++c) {
        sum += row[c] * u[c];
        p[c] += row[c] * u[r];
      }
      p[r] += sum;
    }
    double up = 0;
    for (std::int64_t r = 0; r < i; ++r) {
      p[r] /= h;
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

// Eigenvalues of a tridiagonal matrix in place of its diagonal. below[i] joins i - 1 and i. The QL
// iteration of Pal, Walker and Kahan, which works on the squares of the subdiagonal and takes no
// root per rotation: small eigenvalues lose digits, large ones, which are wanted, do not. A
// subdiagonal entry counts as 0 if it is at most `negligible`.
void eigenvalues(std::span<double> diagonal, std::span<double> below, double negligible) {
  constexpr int kMostRounds = 50;
  const auto m = std::ssize(diagonal);
  for (std::int64_t i = 1; i < m; ++i) below[i - 1] = below[i] * below[i];
  below[m - 1] = 0;  // now below[i] is the square of what joins i and i + 1
  for (std::int64_t first = 0; first < m; ++first) {
    for (int round = 0; round < kMostRounds; ++round) {
      std::int64_t last = first;
      while (last < m - 1 && below[last] > negligible * negligible) ++last;
      if (last < m - 1) below[last] = 0;
      if (last == first) break;
      // Wilkinson's shift from the leading 2×2 block, then a sweep of rotations from the far end.
      const double root = std::sqrt(below[first]);
      const double tilt = (diagonal[first + 1] - diagonal[first]) / (2 * root);
      const double length = std::sqrt(tilt * tilt + 1);
      const double shift = diagonal[first] - root / (tilt + (tilt < 0 ? -length : length));
      double cosine = 1;
      double sine = 0;
      double gamma = diagonal[last] - shift;
      double p = gamma * gamma;
      for (std::int64_t i = last - 1; i >= first; --i) {
        const double b = below[i];
        const double r = p + b;
        if (i != last - 1) below[i + 1] = sine * r;
        const double before = cosine;
        cosine = p / r;
        sine = b / r;
        const double turned = gamma;
        gamma = cosine * (diagonal[i] - shift) - sine * turned;
        diagonal[i + 1] = turned + (diagonal[i] - gamma);
        p = cosine != 0 ? gamma * gamma / cosine : before * b;
      }
      below[first] = sine * p;
      diagonal[first] = shift + gamma;
    }
  }
}

}  // namespace

std::array<double, 2> leading_shares(std::vector<double>& matrix, std::int64_t m,
                                     EigenSpace& space) {
  double trace = 0;
  for (std::int64_t i = 0; i < m; ++i) trace += matrix[i * m + i];
  if (!(trace > 0)) return {0, 0};
  if (m == 1) return {1, 0};
  if (m == 2) {
    const double half = 0.5 * (matrix[0] - matrix[3]);
    const double root = std::sqrt(half * half + matrix[2] * matrix[2]);
    return {(0.5 * trace + root) / trace, std::max(0.0, 0.5 * trace - root) / trace};
  }
  auto& [diagonal, below, product] = space;
  diagonal.resize(static_cast<std::size_t>(m));
  below.assign(static_cast<std::size_t>(m), 0);
  product.resize(static_cast<std::size_t>(m));
  tridiagonal(matrix, m, diagonal, below, product);
  constexpr double kShareError = 1e-10;
  eigenvalues(diagonal, below, kShareError * trace);
  std::partial_sort(diagonal.begin(), diagonal.begin() + 2, diagonal.end(), std::greater<>());
  return {diagonal[0] / trace, std::max(0.0, diagonal[1]) / trace};
}

}  // namespace gnac::detail
