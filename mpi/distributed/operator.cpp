#include "distributed/operator.h"

#include <cmath>

namespace gnac::detail {

Operator make_operator(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                       std::int32_t component, std::span<const double> affinity, Team& team) {
  const Graph& graph = local.graph;
  Operator op{comm, local, team, {}, {0}, {}, {}, {}, {}, {local.halo, 1}};
  op.x.assign(static_cast<std::size_t>(graph.nodes), 0);
  for (const std::int32_t v : local.node) {
    if (components.of[v] != component) continue;
    double degree = 0;
    for (std::int64_t e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
      op.column.push_back(graph.neighbour[e]);
      op.value.push_back(affinity[graph.edge_of[e]]);
      degree += op.value.back();
    }
    op.row.push_back(v);
    op.first.push_back(std::ssize(op.column));
    op.root.push_back(std::sqrt(degree));
    op.x[v] = op.root.back();
  }
  op.halo.run(comm, op.x.data());
  for (std::size_t i = 0; i < op.row.size(); ++i) {
    for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e)
      op.value[e] /= op.root[i] * op.x[op.column[e]];
  }
  return op;
}

void multiply(Operator& op, const double* in, double* out) {
  for (std::size_t i = 0; i < op.row.size(); ++i) op.x[op.row[i]] = in[i];
  op.halo.run(op.comm, op.x.data());
  op.team.for_blocks(std::ssize(op.row), 2048, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      double sum = 0;
      for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e)
        sum += op.value[e] * op.x[op.column[e]];
      out[i] = sum;
    }
  });
}

}  // namespace gnac::detail
