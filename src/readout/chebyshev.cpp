#include "readout/chebyshev.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gnac::detail {

int chebyshev_degree(double cutoff) {
  // At 0 the polynomial is cosh(degree·2·√(cutoff/2)), nearly; elsewhere at most 1.
  constexpr double kLogGain = 10.0;
  return std::clamp(static_cast<int>(kLogGain / (2 * std::sqrt(0.5 * cutoff))), 10, 60);
}

Block chebyshev_filter(const Laplacian& laplacian, const Block& x, double cutoff, int degree,
                       Team& team) {
  const double centre = 0.5 * (2 + cutoff);
  const double half = 0.5 * (2 - cutoff);
  // The three-term recurrence of T_k((L - centre)/half), divided by its value at 0 in every step,
  // so that nothing overflows.
  double sigma = -half / centre;
  const double tau = 2 / sigma;
  Block before = x, now, next;
  const auto advance = [&](const Block& from, double scale, double drop, Block& to) {
    multiply(laplacian, from, to, team);
    team.for_blocks(x.rows(), 4096, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = begin; i < end; ++i) {
        double* t = to.row(i);
        const double* f = from.row(i);
        const double* b = before.row(i);
        for (int c = 0; c < x.cols(); ++c) t[c] = scale * (t[c] - centre * f[c]) - drop * b[c];
      }
    });
  };
  advance(x, sigma / half, 0.0, now);
  for (int k = 2; k <= degree; ++k) {
    const double following = 1 / (tau - sigma);
    advance(now, 2 * following / half, sigma * following, next);
    std::swap(before, now);
    std::swap(now, next);
    sigma = following;
  }
  return now;
}

}  // namespace gnac::detail
