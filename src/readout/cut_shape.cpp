#include "readout/cut_shape.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "readout/principal.h"

namespace gnac::detail {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The points, or from kShapeDirections columns on their coordinates along as many directions.
Rows leading(PointsView points, Team& team) {
  const Eigen::Map<const Rows> all(points.data, points.n, points.d);
  if (points.d <= kShapeDirections) return all.rowwise() - all.colwise().mean();
  const std::span values(points.data, static_cast<std::size_t>(points.n * points.d));
  const Principal axes = principal(values, points.n, points.d, kShapeDirections);
  Rows seen(points.n, axes.count());
  for (std::int64_t a = 0; a < axes.count(); ++a) {
    const std::vector<double> column = along(axes, a, values, points.n, team);
    seen.col(a) = Eigen::Map<const VectorXd>(column.data(), points.n);
  }
  return seen;
}

struct Centres {
  Rows at;         // clusters × columns
  VectorXd share;  // of the points, per cluster
};

Centres centres_of(const Eigen::Ref<const Rows>& rows, std::span<const std::int32_t> labels,
                   int clusters) {
  Centres centres{Rows::Zero(clusters, rows.cols()), VectorXd::Zero(clusters)};
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    centres.at.row(labels[i]) += rows.row(i);
    centres.share[labels[i]] += 1;
  }
  for (int c = 0; c < clusters; ++c) centres.at.row(c) /= centres.share[c];
  centres.share /= static_cast<double>(rows.rows());
  return centres;
}

/// Mean log likelihood of the rows under a normal cloud for each cluster, all of the covariance
/// that the clusters have on average, less what its parameters cost (BIC), up to terms that do not
/// depend on the clusters.
double normal_fit(const Rows& rows, std::span<const std::int32_t> labels, int clusters) {
  constexpr double kRidge = 1e-3;  // of the mean variance, for directions without any
  const Centres centres = centres_of(rows, labels, clusters);
  const auto n = static_cast<double>(rows.rows());
  MatrixXd covariance = MatrixXd::Zero(rows.cols(), rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const VectorXd off = (rows.row(i) - centres.at.row(labels[i])).transpose();
    covariance.selfadjointView<Eigen::Lower>().rankUpdate(off);
  }
  covariance /= n;
  covariance.diagonal().array() +=
      kRidge * rows.squaredNorm() / (n * static_cast<double>(rows.cols()));
  const Eigen::LLT<MatrixXd> root(covariance);  // reads the lower triangle alone
  const MatrixXd white = root.matrixL().solve(rows.transpose());
  const MatrixXd white_centres = root.matrixL().solve(centres.at.transpose());
  const VectorXd prior = centres.share.array().log();
  double sum = 0;
  VectorXd log_density(clusters);
  for (Eigen::Index i = 0; i < white.cols(); ++i) {
    for (int c = 0; c < clusters; ++c)
      log_density[c] = prior[c] - 0.5 * (white.col(i) - white_centres.col(c)).squaredNorm();
    const double most = log_density.maxCoeff();
    sum += most + std::log((log_density.array() - most).exp().sum());
  }
  const MatrixXd lower = root.matrixL();
  const double parameters = clusters * (static_cast<double>(rows.cols()) + 1);
  return sum / n - lower.diagonal().array().log().sum() - 0.5 * parameters * std::log(n) / n;
}

/// 1 if clusters keep as much of the variance as equal pieces of a single cluster of that dimension
/// would, 0 if less than by a factor of e for the points of each: pieces along a curve.
double as_pieces_of_a_cloud(double inside, int clusters, double dimension) {
  constexpr double kMostDimensions = 30;
  const double m = std::clamp(dimension, 1.0, kMostDimensions);
  const double spread = 0.5 * m * std::log(1 / std::max(inside, 1e-12));
  return std::clamp(1 - (spread - std::log(static_cast<double>(clusters))), 0.0, 1.0);
}

}  // namespace

CutShape cut_shape(PointsView points, std::span<const std::int32_t> labels, int clusters,
                   double intrinsic_dimension, Team& team) {
  constexpr double kLeast = -0.1, kMost = 0.2;  // extremes carry no more evidence
  CutShape shape;
  if (points.d == 0) return shape;
  const Eigen::Map<const Rows> all(points.data, points.n, points.d);
  const Centres centres = centres_of(all, labels, clusters);
  std::vector<double> contrast(static_cast<std::size_t>(points.n));
  std::vector<double> inside(contrast.size());
  team.for_blocks(points.n, 256, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      inside[i] = (all.row(i) - centres.at.row(labels[i])).squaredNorm();
      double nearest = std::numeric_limits<double>::infinity();
      for (int c = 0; c < clusters; ++c) {
        if (c != labels[i])
          nearest = std::min(nearest, (all.row(i) - centres.at.row(c)).squaredNorm());
      }
      const double a = std::sqrt(inside[i]), b = std::sqrt(nearest);
      contrast[i] = b > a ? 1 - a / b : (a > b ? b / a - 1 : 0);
    }
  });
  double whole = 0, within = 0, sum = 0;
  const Eigen::RowVectorXd centre = all.colwise().mean();
  for (std::int64_t i = 0; i < points.n; ++i) {
    whole += (all.row(i) - centre).squaredNorm();
    within += inside[i];
    sum += contrast[i];
  }
  if (!(whole > 0)) return shape;
  shape.silhouette = sum / static_cast<double>(points.n);
  const Rows seen = leading(points, team);
  const std::vector<std::int32_t> together(labels.size(), 0);
  const double gain = normal_fit(seen, labels, clusters) - normal_fit(seen, together, 1);
  const double cloud = as_pieces_of_a_cloud(within / whole, clusters, intrinsic_dimension);
  shape.mixture = cloud * std::clamp(gain, kLeast, kMost) + (1 - cloud) * kLeast;
  return shape;
}

}  // namespace gnac::detail
