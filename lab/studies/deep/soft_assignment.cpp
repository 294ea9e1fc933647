#include "studies/deep/soft_assignment.h"

namespace gnac::detail {
namespace {

/// (1 + ‖z_i - μ_k‖²)⁻¹, K×m.
Eigen::MatrixXf kernel(const Eigen::MatrixXf& codes, const Eigen::MatrixXf& centres) {
  Eigen::MatrixXf result(centres.cols(), codes.cols());
  for (Eigen::Index k = 0; k < centres.cols(); ++k) {
    result.row(k) = (codes.colwise() - centres.col(k)).colwise().squaredNorm();
  }
  return (result.array() + 1.0F).inverse();
}

}  // namespace

Eigen::MatrixXf soft_assignment(const Eigen::MatrixXf& codes, const Eigen::MatrixXf& centres) {
  Eigen::MatrixXf q = kernel(codes, centres);
  q.array().rowwise() /= q.colwise().sum().array().eval();
  return q;
}

Eigen::MatrixXf target_distribution(const Eigen::MatrixXf& q) {
  const Eigen::VectorXf total = q.rowwise().sum();
  Eigen::MatrixXf p = q.cwiseAbs2();
  p.array().colwise() /= total.array();
  p.array().rowwise() /= p.colwise().sum().array().eval();
  return p;
}

Eigen::MatrixXf divergence_gradient(const Eigen::MatrixXf& codes, const Eigen::MatrixXf& centres,
                                    const Eigen::MatrixXf& p, Eigen::MatrixXf& centre_gradient) {
  const Eigen::MatrixXf similarity = kernel(codes, centres);
  Eigen::MatrixXf q = similarity;
  q.array().rowwise() /= q.colwise().sum().array().eval();
  // pull(k, i) = 2 (1 + ‖z-μ‖²)⁻¹ (p - q); both gradients are sums of pull·(z - μ).
  const Eigen::MatrixXf pull = 2.0F * similarity.cwiseProduct(p - q);
  Eigen::MatrixXf code_gradient = codes * pull.colwise().sum().asDiagonal();
  code_gradient.noalias() -= centres * pull;
  centre_gradient.noalias() -= codes * pull.transpose();
  centre_gradient += centres * pull.rowwise().sum().asDiagonal();
  return code_gradient;
}

}  // namespace gnac::detail
