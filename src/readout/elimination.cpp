#include "readout/elimination.h"

#include <algorithm>

#include "readout/kernels.h"

namespace gnac::detail {
namespace {

// Solves for columns [first, first + cols) of r; `y` holds them in the order of elimination.
void solve_columns(const Elimination& g, const Laplacian& l, const Block& r, Block& x, int first,
                   int cols, std::vector<double>& y) {
  const std::int64_t n = l.rows();
  y.resize(static_cast<std::size_t>(n) * cols);
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int32_t i = g.order[k];
    for (int c = 0; c < cols; ++c) y[k * cols + c] = r.row(i)[first + c] * l.root[i];
  }
  readout_kernels().solve({n, g.column.data(), g.step.data(), g.multiplier.data(), g.pivot.data()},
                          cols, y.data());
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int32_t i = g.order[k];
    for (int c = 0; c < cols; ++c) x.row(i)[first + c] = y[k * cols + c] * l.root[i];
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
    const int end = std::min(r.cols(), static_cast<int>(item + 1) * group);
    int width = 8;
    for (int c = static_cast<int>(item) * group; c < end; c += width) {
      while (width > end - c) width /= 2;
      solve_columns(elimination, laplacian, r, x, c, width, y);
    }
  });
  return x;
}

}  // namespace gnac::detail
