#include "readout/chebyshev.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace gnac::detail {

int chebyshev_degree(double cutoff) {
  // At 0 the polynomial is cosh(degree·2·√(cutoff/2)), nearly; elsewhere at most 1.
  constexpr double kLogGain = 10.0;
  return std::clamp(static_cast<int>(kLogGain / (2 * std::sqrt(0.5 * cutoff))), 10, 60);
}

namespace {

// Columns that are filtered at a time if a block has more values than that.
constexpr int kFewColumns = 8;
constexpr std::int64_t kManyValues = std::int64_t{1} << 23;

Block filter_columns(const LaplacianOperator& laplacian, Block x, double cutoff, int degree,
                     Team& team) {
  const double centre = 0.5 * (2 + cutoff);
  const double half = 0.5 * (2 - cutoff);
  // The three-term recurrence of T_k((L - centre)/half), divided by its value at 0 in every step,
  // so that nothing overflows.
  double sigma = -half / centre;
  const double tau = 2 / sigma;
  Block before = std::move(x), now, next;
  const auto advance = [&](const Block& from, double scale, double drop, Block& to) {
    laplacian.multiply(from, to);
    team.for_blocks(from.rows(), 4096, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = begin; i < end; ++i) {
        double* t = to.row(i);
        const double* f = from.row(i);
        const double* b = before.row(i);
        for (int c = 0; c < from.cols(); ++c) t[c] = scale * (t[c] - centre * f[c]) - drop * b[c];
      }
    });
  };
  advance(before, sigma / half, 0.0, now);
  for (int k = 2; k <= degree; ++k) {
    const double following = 1 / (tau - sigma);
    advance(now, 2 * following / half, sigma * following, next);
    std::swap(before, now);
    std::swap(now, next);
    sigma = following;
  }
  return now;
}

}  // namespace

Block chebyshev_filter(const LaplacianOperator& laplacian, Block x, double cutoff, int degree,
                       Team& team, int at_a_time) {
  if (at_a_time == 0)
    at_a_time = x.rows() * x.cols() < kManyValues ? x.cols() : std::min(kFewColumns, x.cols());
  if (at_a_time >= x.cols()) return filter_columns(laplacian, std::move(x), cutoff, degree, team);
  for (int first = 0; first < x.cols(); first += at_a_time) {
    std::vector<int> columns(static_cast<std::size_t>(std::min(at_a_time, x.cols() - first)));
    std::iota(columns.begin(), columns.end(), first);
    const Block part = filter_columns(laplacian, select(x, columns, team), cutoff, degree, team);
    team.for_blocks(x.rows(), 4096, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = begin; i < end; ++i) std::copy_n(part.row(i), columns.size(), x.row(i) + first);
    });
  }
  return x;
}

Expansion chebyshev_expansion(const LaplacianOperator& laplacian, std::int64_t& products,
                              Team& team) {
  return {[&laplacian, &products, &team](RitzBlock& r) {
            const int degree = chebyshev_degree(r.cutoff);
            products += static_cast<std::int64_t>(degree) * r.vectors.cols();
            return chebyshev_filter(laplacian, std::move(r.vectors), r.cutoff, degree, team);
          },
          false};
}

}  // namespace gnac::detail
