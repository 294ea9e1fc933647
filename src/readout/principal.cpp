#include "readout/principal.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace gnac::detail {
namespace {

constexpr std::int64_t kExtra = 3;  // extra directions, which speed up convergence
constexpr std::int64_t kMostRows = 20000;
constexpr int kRounds = 30;

using Eigen::MatrixXd;

// Evenly chosen rows around their mean.
template <class T>
MatrixXd centred_sample(std::span<const T> rows, std::int64_t n, std::int64_t columns,
                        std::vector<double>& mean) {
  const std::int64_t taken = std::min(n, kMostRows);
  MatrixXd sample(taken, columns);
  for (std::int64_t r = 0; r < taken; ++r) {
    const std::int64_t row = r * n / taken;
    for (std::int64_t c = 0; c < columns; ++c) {
      sample(r, c) = static_cast<double>(rows[row * columns + c]);
    }
  }
  const Eigen::RowVectorXd centre = sample.colwise().mean();
  sample.rowwise() -= centre;
  mean.assign(centre.data(), centre.data() + columns);
  // Scale to order 1, so that squares of very large or small values stay finite and above zero.
  const double largest = sample.cwiseAbs().maxCoeff();
  if (largest > 0 && std::isfinite(largest)) sample /= largest;
  return sample;
}

MatrixXd orthonormal(const MatrixXd& block) {
  const Eigen::HouseholderQR<MatrixXd> qr(block);
  return qr.householderQ() * MatrixXd::Identity(block.rows(), block.cols());
}

template <class T>
Principal principal_of(std::span<const T> rows, std::int64_t n, std::int64_t columns,
                       std::int64_t count) {
  Principal axes;
  axes.columns = columns;
  if (n == 0 || columns == 0) return axes;
  const MatrixXd sample = centred_sample(rows, n, columns, axes.mean);
  const std::int64_t width = std::min(columns, count + kExtra);
  // A fixed start whose columns differ.
  MatrixXd block(columns, width);
  for (std::int64_t r = 0; r < columns; ++r) {
    for (std::int64_t c = 0; c < width; ++c) {
      block(r, c) = std::cos(static_cast<double>((r + 1) * (2 * c + 1)) * 0.7548776662466927) +
                    (r == c ? 1 : 0);
    }
  }
  block = orthonormal(block);
  for (int round = 0; round < kRounds; ++round) {
    block = orthonormal(sample.transpose() * (sample * block));
  }
  const MatrixXd seen = sample * block;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> small(seen.transpose() * seen);
  const double total = std::max(sample.squaredNorm(), 1e-300);
  for (std::int64_t k = 0; k < std::min(count, columns); ++k) {
    const std::int64_t place = width - 1 - k;  // eigenvalues ascend
    Eigen::VectorXd direction = block * small.eigenvectors().col(place);
    Eigen::Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    if (direction[largest] < 0) direction = -direction;
    axes.direction.insert(axes.direction.end(), direction.data(), direction.data() + columns);
    axes.share.push_back(std::max(0.0, small.eigenvalues()[place]) / total);
  }
  return axes;
}

template <class T>
std::vector<double> rows_along(const Principal& axes, std::int64_t direction,
                               std::span<const T> rows, std::int64_t n, Team& team) {
  std::vector<double> out(static_cast<std::size_t>(n));
  const double* axis = axes.direction.data() + direction * axes.columns;
  team.for_blocks(n, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      double sum = 0;
      for (std::int64_t c = 0; c < axes.columns; ++c) {
        sum += axis[c] * (static_cast<double>(rows[i * axes.columns + c]) - axes.mean[c]);
      }
      out[i] = sum;
    }
  });
  return out;
}

}  // namespace

Principal principal(std::span<const double> rows, std::int64_t n, std::int64_t columns,
                    std::int64_t count) {
  return principal_of(rows, n, columns, count);
}

Principal principal(std::span<const float> rows, std::int64_t n, std::int64_t columns,
                    std::int64_t count) {
  return principal_of(rows, n, columns, count);
}

std::vector<double> along(const Principal& axes, std::int64_t direction,
                          std::span<const double> rows, std::int64_t n, Team& team) {
  return rows_along(axes, direction, rows, n, team);
}

std::vector<double> along(const Principal& axes, std::int64_t direction,
                          std::span<const float> rows, std::int64_t n, Team& team) {
  return rows_along(axes, direction, rows, n, team);
}

}  // namespace gnac::detail
