#include "readout/laplacian.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gnac::detail {
namespace {

constexpr std::int64_t kRowsPerItem = 1024;

// Numbers the component of `start` level by level: l.node, l.levels, l.width and `row_of`.
void breadth_first(const Graph& graph, std::int32_t start, Laplacian& l,
                   std::vector<std::int32_t>& row_of) {
  auto& order = l.node;
  order.assign(1, start);
  row_of[start] = 0;
  l.levels = 0;
  l.width = 1;
  for (std::size_t next = 0; next < order.size(); ++l.levels) {
    const std::size_t end = order.size();
    for (; next < end; ++next) {
      const std::int32_t v = order[next];
      for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
        const std::int32_t u = graph.neighbor[e];
        if (row_of[u] >= 0) continue;
        row_of[u] = static_cast<std::int32_t>(order.size());
        order.push_back(u);
      }
    }
    l.width = std::max(l.width, static_cast<std::int64_t>(order.size() - end));
  }
}

// Columns [c, c + kCols) of row i of L·x.
template <int kCols>
void multiply_row(const Laplacian& l, const Block& x, Block& y, std::int64_t i, int c) {
  double sum[kCols] = {};
  for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) {
    const double s = l.value[e];
    const double* other = x.row(l.neighbor[e]) + c;
    for (int k = 0; k < kCols; ++k) sum[k] += s * other[k];
  }
  for (int k = 0; k < kCols; ++k) y.row(i)[c + k] = x.row(i)[c + k] - sum[k];
}

}  // namespace

Laplacian component_laplacian(const Graph& graph, std::span<const double> affinity,
                              std::int32_t start, std::vector<std::int32_t>& row_of, Team& team) {
  Laplacian l;
  breadth_first(graph, start, l, row_of);
  const std::int32_t rim = l.node.back();
  for (const std::int32_t v : l.node) row_of[v] = -1;
  breadth_first(graph, rim, l, row_of);
  const std::int64_t n = l.rows();
  assert(n >= 2);

  l.offset.resize(n + 1);
  l.root.resize(n);
  for (std::int64_t i = 0; i < n; ++i) l.offset[i + 1] = l.offset[i] + graph.degree(l.node[i]);
  l.neighbor.resize(l.offset[n]);
  l.value.resize(l.offset[n]);
  team.for_blocks(n, kRowsPerItem, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      double degree = 0;
      auto from = graph.offset[l.node[i]];
      for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e, ++from) {
        l.neighbor[e] = row_of[graph.neighbor[from]];
        l.value[e] = affinity[graph.edge_of[from]];
        degree += l.value[e];
      }
      l.root[i] = std::sqrt(degree);
    }
  });
  team.for_blocks(n, kRowsPerItem, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) {
        l.value[e] /= l.root[i] * l.root[l.neighbor[e]];
      }
    }
  });
  return l;
}

void multiply(const Laplacian& l, const Block& x, Block& y, Team& team) {
  if (y.rows() != x.rows() || y.capacity() < x.cols()) y = Block(x.rows(), x.cols());
  y.set_cols(x.cols());
  team.for_blocks(x.rows(), kRowsPerItem, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      int c = 0;
      for (; c + 8 <= x.cols(); c += 8) multiply_row<8>(l, x, y, i, c);
      for (; c + 4 <= x.cols(); c += 4) multiply_row<4>(l, x, y, i, c);
      for (; c < x.cols(); ++c) multiply_row<1>(l, x, y, i, c);
    }
  });
}

Eigen::VectorXd residuals(const Laplacian& laplacian, const Block& u, const Eigen::VectorXd& lambda,
                          Team& team) {
  Block r;
  multiply(laplacian, u, r, team);
  team.for_blocks(u.rows(), kRowsPerItem, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      for (int c = 0; c < u.cols(); ++c) r.row(i)[c] -= lambda[c] * u.row(i)[c];
    }
  });
  return norms(r, team);
}

}  // namespace gnac::detail
