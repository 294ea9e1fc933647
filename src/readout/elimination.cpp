#include "readout/elimination.h"

#include <algorithm>

namespace gnac::detail {
namespace {

// Solves for columns [first, first + kCols) of r; `y` holds them in the order of elimination.
template <int kCols>
void solve_columns(const Elimination& g, const Laplacian& l, const Block& r, Block& x, int first,
                   std::vector<double>& y) {
  const std::int64_t n = l.rows();
  y.resize(static_cast<std::size_t>(n) * kCols);
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int32_t i = g.order[k];
    for (int c = 0; c < kCols; ++c) y[k * kCols + c] = r.row(i)[first + c] * l.root[i];
  }
  for (std::int64_t k = 0; k < n; ++k) {
    const double* from = &y[k * kCols];
    for (auto e = g.column[k]; e < g.column[k + 1]; ++e) {
      double* to = &y[static_cast<std::int64_t>(g.step[e]) * kCols];
      for (int c = 0; c < kCols; ++c) to[c] += g.multiplier[e] * from[c];
    }
  }
  for (std::int64_t k = n; k-- > 0;) {
    double* to = &y[k * kCols];
    double sum[kCols];
    for (int c = 0; c < kCols; ++c) sum[c] = g.pivot[k] > 0 ? to[c] / g.pivot[k] : 0.0;
    for (auto e = g.column[k]; e < g.column[k + 1]; ++e) {
      const double* from = &y[static_cast<std::int64_t>(g.step[e]) * kCols];
      for (int c = 0; c < kCols; ++c) sum[c] += g.multiplier[e] * from[c];
    }
    for (int c = 0; c < kCols; ++c) to[c] = sum[c];
    const std::int32_t i = g.order[k];
    for (int c = 0; c < kCols; ++c) x.row(i)[first + c] = sum[c] * l.root[i];
  }
}

}  // namespace

Block solve(const Elimination& elimination, const Laplacian& laplacian, const Block& r,
            Team& team) {
  // Steps depend on each other, so threads split the columns. A column's arithmetic does not depend
  // on the others; the widths only trade memory traffic for balance.
  Block x(r.rows(), r.cols());
  const int share = (r.cols() + team.size() - 1) / team.size();
  const int group = share >= 8 ? 8 : share >= 4 ? 4 : share >= 2 ? 2 : 1;
  team.for_each((r.cols() + group - 1) / group, [&](std::int64_t item) {
    std::vector<double> y;
    int c = static_cast<int>(item) * group;
    const int end = std::min(r.cols(), c + group);
    for (; c + 8 <= end; c += 8) solve_columns<8>(elimination, laplacian, r, x, c, y);
    for (; c + 4 <= end; c += 4) solve_columns<4>(elimination, laplacian, r, x, c, y);
    for (; c + 2 <= end; c += 2) solve_columns<2>(elimination, laplacian, r, x, c, y);
    for (; c < end; ++c) solve_columns<1>(elimination, laplacian, r, x, c, y);
  });
  return x;
}

}  // namespace gnac::detail
