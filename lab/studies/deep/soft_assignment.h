#pragma once

#include <Eigen/Core>

namespace gnac::detail {

/// Student-t similarity of codes (c×m, a code per column) to centres (c×K): K×m, columns sum to 1
/// (van der Maaten and Hinton 2008; one degree of freedom).
Eigen::MatrixXf soft_assignment(const Eigen::MatrixXf& codes, const Eigen::MatrixXf& centres);

/// DEC's target distribution for all points: q² over the cluster's total of q, columns sum to 1.
Eigen::MatrixXf target_distribution(const Eigen::MatrixXf& q);

/// Gradients of Σ p log(p/q) over the columns, at the codes (c×m) and at the centres (c×K, added).
/// Xie, Girshick and Farhadi 2016, equations 4 and 5.
Eigen::MatrixXf divergence_gradient(const Eigen::MatrixXf& codes, const Eigen::MatrixXf& centres,
                                    const Eigen::MatrixXf& p, Eigen::MatrixXf& centre_gradient);

}  // namespace gnac::detail
