#include "layout/start.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace gnac::detail {

std::vector<float> first_places(const WeightedGraph& graph, int dims) {
  const std::int64_t n = graph.nodes();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e)
      matrix(i, graph.to[e]) = static_cast<double>(graph.weight[e]);
  }
  const Eigen::VectorXd root = matrix.rowwise().sum().cwiseMax(1e-12).cwiseSqrt();
  matrix = root.cwiseInverse().asDiagonal() * matrix * root.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  std::vector<float> place(static_cast<std::size_t>(n * dims), 0);
  for (int c = 0; c < dims && c + 1 < n; ++c) {
    Eigen::VectorXd column = solver.eigenvectors().col(n - 2 - c).cwiseQuotient(root);
    column.array() -= column.mean();
    Eigen::Index largest = 0;
    column.cwiseAbs().maxCoeff(&largest);
    const double deviation = std::sqrt(column.squaredNorm() / static_cast<double>(n));
    column *= (column(largest) < 0 ? -1 : 1) / std::max(deviation, 1e-12);
    for (std::int64_t i = 0; i < n; ++i) place[i * dims + c] = static_cast<float>(column(i));
  }
  return place;
}

}  // namespace gnac::detail
