#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/mixture/mixture.h"

namespace gnac::detail {
namespace {

// Points per step, sized for the caches, and the number of parts of the sums, fixed so that their
// memory does not grow with N. Both are fixed: the order of sums does not depend on threads.
constexpr std::int64_t kChunk = 128;
constexpr std::int64_t kParts = 64;

using Columns = Eigen::Map<const Eigen::MatrixXd>;  // d×m: a point per column, as in memory

bool diagonal(Covariance kind) {
  return kind == Covariance::diag || kind == Covariance::spherical;
}

MixtureSums zero_sums(std::int64_t k, std::int64_t d, Covariance kind) {
  MixtureSums sums;
  sums.weight = Eigen::VectorXd::Zero(k);
  sums.first = Eigen::MatrixXd::Zero(k, d);
  sums.second.assign(static_cast<std::size_t>(k), Eigen::MatrixXd::Zero(d, diagonal(kind) ? 1 : d));
  return sums;
}

void add(MixtureSums& to, const MixtureSums& from) {
  to.log_likelihood += from.log_likelihood;
  to.weight += from.weight;
  to.first += from.first;
  for (std::size_t k = 0; k < to.second.size(); ++k) to.second[k] += from.second[k];
}

/// Scratch of one thread's part.
struct Scratch {
  Eigen::MatrixXd away;      ///< d×m: x-μ
  Eigen::MatrixXd whitened;  ///< d×m: W(x-μ), then r(x-μ)
  Eigen::MatrixXd log_r;     ///< m×K: log responsibilities, then responsibilities
  Eigen::VectorXd top;       ///< m
};

/// log_r(i, k) = log(weight_k · density_k(x_i)).
void log_densities(const Mixture& mixture, const Columns& x, Scratch& s) {
  const double constant = -0.5 * static_cast<double>(x.rows()) * std::log(2 * std::numbers::pi);
  s.log_r.resize(x.cols(), mixture.mean.rows());
  for (Eigen::Index k = 0; k < mixture.mean.rows(); ++k) {
    s.away = x.colwise() - mixture.mean.row(k).transpose();
    if (diagonal(mixture.kind)) {
      s.whitened = mixture.whiten[k].diagonal().asDiagonal() * s.away;
    } else {
      s.whitened.noalias() = mixture.whiten[k] * s.away;
    }
    s.log_r.col(k) = -0.5 * s.whitened.colwise().squaredNorm().transpose().array() +
                     (constant + mixture.log_det[k] + mixture.log_weight[k]);
  }
}

/// Responsibilities in place of their logarithms. Returns the log-likelihood of the chunk.
double normalise(Scratch& s) {
  double likelihood = 0;
  for (Eigen::Index i = 0; i < s.log_r.rows(); ++i) {
    const double top = s.log_r.row(i).maxCoeff();
    double sum = 0;
    for (Eigen::Index k = 0; k < s.log_r.cols(); ++k) sum += std::exp(s.log_r(i, k) - top);
    const double log_sum = top + std::log(sum);
    likelihood += log_sum;
    for (Eigen::Index k = 0; k < s.log_r.cols(); ++k)
      s.log_r(i, k) = std::exp(s.log_r(i, k) - log_sum);
  }
  return likelihood;
}

void accumulate(const Mixture& mixture, const Columns& x, Scratch& s, MixtureSums& sums) {
  for (Eigen::Index k = 0; k < mixture.mean.rows(); ++k) {
    const auto r = s.log_r.col(k);
    sums.weight[k] += r.sum();
    s.away = x.colwise() - mixture.mean.row(k).transpose();
    s.whitened = s.away * r.asDiagonal();
    sums.first.row(k) += s.whitened.rowwise().sum().transpose();
    if (diagonal(mixture.kind)) {
      sums.second[k] += s.whitened.cwiseProduct(s.away).rowwise().sum();
    } else {
      sums.second[k].noalias() += s.whitened * s.away.transpose();
    }
  }
}

}  // namespace

MixtureSums expectation(const Mixture& mixture, PointsView points,
                        std::vector<std::int32_t>& labels, Team& team) {
  const std::int64_t k = mixture.mean.rows();
  const std::int64_t block = std::max(kChunk, (points.n + kParts - 1) / kParts);
  std::vector<MixtureSums> parts(static_cast<std::size_t>((points.n + block - 1) / block));
  team.for_each(std::ssize(parts), [&](std::int64_t b) {
    MixtureSums sums = zero_sums(k, points.d, mixture.kind);
    Scratch s;
    const std::int64_t last = std::min(points.n, (b + 1) * block);
    for (std::int64_t begin = b * block; begin < last; begin += kChunk) {
      const std::int64_t m = std::min(kChunk, last - begin);
      const Columns x(points.data + begin * points.d, points.d, m);
      log_densities(mixture, x, s);
      if (!labels.empty()) {
        for (std::int64_t i = 0; i < m; ++i) {
          Eigen::Index best = 0;
          s.log_r.row(i).maxCoeff(&best);
          labels[begin + i] = static_cast<std::int32_t>(best);
        }
      }
      sums.log_likelihood += normalise(s);
      accumulate(mixture, x, s, sums);
    }
    parts[b] = std::move(sums);
  });
  MixtureSums total = zero_sums(k, points.d, mixture.kind);
  for (const auto& part : parts) add(total, part);
  return total;
}

MixtureSums hard_sums(PointsView points, const std::vector<std::int32_t>& labels,
                      const Eigen::MatrixXd& centres, Covariance kind) {
  MixtureSums sums = zero_sums(centres.rows(), points.d, kind);
  for (std::int64_t i = 0; i < points.n; ++i) {
    const std::int32_t k = labels[i];
    const Eigen::VectorXd away =
        Columns(points.row(i).data(), points.d, 1) - centres.row(k).transpose();
    sums.weight[k] += 1;
    sums.first.row(k) += away.transpose();
    if (diagonal(kind)) {
      sums.second[k] += away.cwiseAbs2();
    } else {
      sums.second[k] += away * away.transpose();
    }
  }
  return sums;
}

}  // namespace gnac::detail
