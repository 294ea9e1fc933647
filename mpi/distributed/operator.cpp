#include "distributed/operator.h"

#include <algorithm>
#include <cmath>

namespace gnac::detail {

Operator make_operator(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                       std::int32_t component, std::span<const double> affinity, Team& team) {
  const Graph& graph = local.graph;
  Operator op{comm, local, team, {}, {0}, {}, {}, {}, {}};
  op.node_root.assign(static_cast<std::size_t>(graph.nodes), 0);
  for (const std::int32_t v : local.node) {
    if (components.of[v] != component) continue;
    double degree = 0;
    for (std::int64_t e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
      op.column.push_back(graph.neighbor[e]);
      op.value.push_back(affinity[graph.edge_of[e]]);
      degree += op.value.back();
    }
    op.row.push_back(v);
    op.first.push_back(std::ssize(op.column));
    op.root.push_back(std::sqrt(degree));
    op.node_root[v] = op.root.back();
  }
  HaloExchange<double>(local.halo, 1).run(comm, op.node_root.data());
  for (std::int64_t i = 0; i < op.rows(); ++i) {
    for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e)
      op.value[e] /= op.root[i] * op.node_root[op.column[e]];
  }
  return op;
}

void multiply(const Operator& op, const Block& x, Block& y) {
  const std::int64_t cols = x.cols();
  if (y.rows() != x.rows() || y.capacity() < cols) y = Block(x.rows(), x.cols());
  y.set_cols(x.cols());
  std::vector<double> at(op.node_root.size() * static_cast<std::size_t>(cols));
  for (std::int64_t i = 0; i < op.rows(); ++i)
    std::copy_n(x.row(i), cols, at.begin() + op.row[i] * cols);
  HaloExchange<double>(op.local.halo, cols).run(op.comm, at.data());
  op.team.for_blocks(op.rows(), 1024, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      double* out = y.row(i);
      std::copy_n(x.row(i), cols, out);
      for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e) {
        const double* other = &at[op.column[e] * cols];
        for (std::int64_t c = 0; c < cols; ++c) out[c] -= op.value[e] * other[c];
      }
    }
  });
}

LaplacianOperator as_operator(const Operator& op) {
  return {.root = op.root,
          .multiply = [&op](const Block& x, Block& y) { multiply(op, x, y); },
          .sum =
              [&op](Eigen::MatrixXd& matrix) {
                sum(op.comm, {matrix.data(), static_cast<std::size_t>(matrix.size())});
              },
          .number =
              [&op](std::int64_t i) { return static_cast<std::uint64_t>(op.local.id[op.row[i]]); }};
}

}  // namespace gnac::detail
