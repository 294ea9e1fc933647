#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "gnac/methods.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// A mixture of K Gaussians in d dimensions.
struct Mixture {
  Covariance kind = Covariance::full;
  Eigen::VectorXd log_weight;  ///< K
  Eigen::MatrixXd mean;        ///< K×d
  /// Per component, the matrix W with WᵀW = Σ⁻¹, lower triangular: ‖W(x-μ)‖ is the Mahalanobis
  /// distance. Diagonal for diag and spherical, K equal ones for tied.
  std::vector<Eigen::MatrixXd> whiten;
  Eigen::VectorXd log_det;  ///< K: log |W|
};

/// Weighted sums of one pass over the points, about the means of the mixture they were taken under.
struct MixtureSums {
  double log_likelihood = 0;
  Eigen::VectorXd weight;               ///< K: Σ r
  Eigen::MatrixXd first;                ///< K×d: Σ r (x-μ)
  std::vector<Eigen::MatrixXd> second;  ///< K of d×d: Σ r (x-μ)(x-μ)ᵀ; d×1 squares if diagonal
};

/// The E step in the log domain: responsibilities under the mixture, and in the same pass their
/// sums for the M step. `labels` (n or empty) receives the most responsible component, the lowest
/// among equals.
MixtureSums expectation(const Mixture& mixture, PointsView points,
                        std::vector<std::int32_t>& labels, Team& team);

/// The sums of hard assignments about the given K×d centres.
MixtureSums hard_sums(PointsView points, const std::vector<std::int32_t>& labels,
                      const Eigen::MatrixXd& centres, Covariance kind);

/// The M step: the mixture of highest likelihood for these sums, taken about `centres`, every
/// variance raised by `ridge`.
Mixture maximisation(const MixtureSums& sums, const Eigen::MatrixXd& centres, double points,
                     Covariance kind, double ridge);

}  // namespace gnac::detail
