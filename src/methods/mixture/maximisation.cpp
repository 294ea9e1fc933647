#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

#include "gnac/error.h"
#include "methods/mixture/mixture.h"

namespace gnac::detail {
namespace {

/// The lower triangular W with WᵀW = Σ⁻¹. If Σ is not positive definite in floating point
/// (dependent columns, or equal points, at a scale at which the ridge vanishes), its diagonal is
/// raised by a growing share of its size until it is.
Eigen::MatrixXd whitening(Eigen::MatrixXd covariance) {
  const Eigen::Index d = covariance.rows();
  // Rounding can leave variances below 0.
  const double scale = covariance.diagonal().cwiseAbs().sum() / static_cast<double>(d);
  if (!std::isfinite(scale))
    throw Error("the points are too far apart for a Gaussian mixture; scale them first");
  Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  for (double share = 1e-14; factor.info() != Eigen::Success; share *= 10) {
    covariance.diagonal().array() += share * scale;
    factor.compute(covariance);
  }
  return factor.matrixL().solve(Eigen::MatrixXd::Identity(d, d));
}

void set_component(Mixture& mixture, Eigen::Index k, Eigen::MatrixXd whiten) {
  mixture.log_det[k] = whiten.diagonal().array().log().sum();
  mixture.whiten[k] = std::move(whiten);
}

}  // namespace

Mixture maximisation(const MixtureSums& sums, const Eigen::MatrixXd& centres, double points,
                     Covariance kind, double ridge) {
  const Eigen::Index clusters = centres.rows();
  const Eigen::Index d = centres.cols();
  // A component without any points keeps a weight above 0 and so a finite logarithm.
  const Eigen::VectorXd weight = sums.weight.array() + 10 * std::numeric_limits<double>::epsilon();
  const Eigen::MatrixXd step = weight.cwiseInverse().asDiagonal() * sums.first;
  Mixture mixture;
  mixture.kind = kind;
  mixture.log_weight = (weight / points).array().log();
  mixture.mean = centres + step;
  mixture.log_det.resize(clusters);
  mixture.whiten.resize(static_cast<std::size_t>(clusters));
  Eigen::MatrixXd tied = Eigen::MatrixXd::Zero(d, d);
  for (Eigen::Index k = 0; k < clusters; ++k) {
    const Eigen::VectorXd shift = step.row(k).transpose();
    if (kind == Covariance::full || kind == Covariance::tied) {
      // Moments about the old means, moved to the new ones.
      Eigen::MatrixXd covariance = sums.second[k] / weight[k] - shift * shift.transpose();
      if (kind == Covariance::tied) {
        tied += weight[k] / points * covariance;
        continue;
      }
      covariance.diagonal().array() += ridge;
      set_component(mixture, k, whitening(std::move(covariance)));
    } else {
      Eigen::VectorXd variance = (sums.second[k] / weight[k] - shift.cwiseAbs2()).cwiseMax(0.0);
      if (kind == Covariance::spherical) variance.setConstant(variance.mean());
      variance.array() += ridge;
      set_component(mixture, k, variance.cwiseSqrt().cwiseInverse().asDiagonal());
    }
  }
  if (kind == Covariance::tied) {
    tied.diagonal().array() += ridge;
    const Eigen::MatrixXd whiten = whitening(tied);
    for (Eigen::Index k = 0; k < clusters; ++k) set_component(mixture, k, whiten);
  }
  return mixture;
}

}  // namespace gnac::detail
