#include "distributed/schwarz.h"

#include <algorithm>
#include <cmath>

namespace gnac::detail {
namespace {

// Patches of all ranks, and the fewest rows of one: their equations are a dense matrix.
constexpr std::int64_t kMostPatches = 1024;
constexpr std::int64_t kPatchRows = 32;

// This rank's rows as a graph of their own with the ground as its last node.
Laplacian grounded(const Operator& op) {
  const std::int64_t n = op.rows();
  std::vector<std::int32_t> row_of(op.node_root.size(), -1);
  for (std::int64_t i = 0; i < n; ++i) row_of[op.row[i]] = static_cast<std::int32_t>(i);
  Laplacian own;
  own.node.resize(static_cast<std::size_t>(n) + 1);
  own.root.assign(own.node.size(), 1.0);
  own.offset.assign(1, 0);
  std::vector<std::int32_t> at_ground;
  std::vector<double> ground_value;
  for (std::int64_t i = 0; i < n; ++i) {
    double to_ground = 0;
    for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e) {
      const double affinity = op.value[e] * op.root[i] * op.node_root[op.column[e]];
      const std::int32_t j = row_of[op.column[e]];
      if (j < 0) {
        to_ground += affinity;
        continue;
      }
      own.neighbor.push_back(j);
      own.value.push_back(affinity);
    }
    if (to_ground > 0) {
      own.neighbor.push_back(static_cast<std::int32_t>(n));
      own.value.push_back(to_ground);
      at_ground.push_back(static_cast<std::int32_t>(i));
      ground_value.push_back(to_ground);
    }
    own.offset.push_back(std::ssize(own.neighbor));
  }
  own.neighbor.insert(own.neighbor.end(), at_ground.begin(), at_ground.end());
  own.value.insert(own.value.end(), ground_value.begin(), ground_value.end());
  own.offset.push_back(std::ssize(own.neighbor));
  return own;
}

// Grows `count` patches around rows that are spread over the breadth-first order of the rows.
std::vector<std::int32_t> grow_patches(const Laplacian& own, std::int64_t rows,
                                       std::int64_t count) {
  const auto spread = [&](std::vector<std::int32_t>& label, std::vector<std::int32_t>& reached) {
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::int32_t i = reached[next];
      for (std::int64_t e = own.offset[i]; e < own.offset[i + 1]; ++e) {
        const std::int32_t j = own.neighbor[e];
        if (j == rows || label[j] >= 0) continue;
        label[j] = label[i];
        reached.push_back(j);
      }
    }
  };
  std::vector<std::int32_t> seen(static_cast<std::size_t>(rows), -1), order;
  for (std::int32_t i = 0; i < rows; ++i) {  // the rank's share may be in pieces
    if (seen[i] >= 0) continue;
    std::vector<std::int32_t> piece{i};
    seen[i] = 0;
    spread(seen, piece);
    order.insert(order.end(), piece.begin(), piece.end());
  }
  std::vector<std::int32_t> patch(static_cast<std::size_t>(rows), -1), reached;
  for (std::int64_t p = 0; p < count; ++p) {
    reached.push_back(order[p * rows / count]);
    patch[reached.back()] = static_cast<std::int32_t>(p);
  }
  spread(patch, reached);
  for (std::int32_t& p : patch) p = std::max(p, 0);  // pieces without a first row
  return patch;
}

}  // namespace

Schwarz::Schwarz(const Operator& op, std::uint64_t seed) : op_(op), own_(grounded(op)) {
  factor_ = sampled_elimination(own_, seed, op.team);
  const std::int64_t rows = op.rows();
  const std::int64_t own_patches = std::min(std::max<std::int64_t>(1, kMostPatches / op.comm.size),
                                            (rows + kPatchRows - 1) / kPatchRows);
  const std::int64_t before = sum_before(op.comm, own_patches);
  patches_ = sum(op.comm, own_patches);
  patch_ = grow_patches(own_, rows, own_patches);
  for (std::int32_t& p : patch_) p += static_cast<std::int32_t>(before);

  length_.assign(static_cast<std::size_t>(patches_), 0.0);
  for (std::int64_t i = 0; i < rows; ++i) length_[patch_[i]] += op.root[i] * op.root[i];
  sum(op.comm, length_);
  for (double& length : length_) length = std::sqrt(length);
  // The patches' numbers of ghosts too.
  std::vector<std::int32_t> patch_of(op.node_root.size(), -1);
  for (std::int64_t i = 0; i < rows; ++i) patch_of[op.row[i]] = patch_[i];
  HaloExchange<std::int32_t>(op.local.halo, 1).run(op.comm, patch_of.data());

  // Zᵀ L Z for Z = √d on each patch, of length 1; and its known null vector, which is moved to 1.
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(patches_, patches_);
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int32_t p = patch_[i];
    for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e) {
      const std::int32_t q = patch_of[op.column[e]];
      if (p == q) continue;
      const double a = op.value[e] * op.root[i] * op.node_root[op.column[e]];
      matrix(p, p) += a / (length_[p] * length_[p]);
      matrix(p, q) -= a / (length_[p] * length_[q]);
    }
  }
  sum(op.comm, {matrix.data(), static_cast<std::size_t>(matrix.size())});
  const Eigen::Map<const Eigen::VectorXd> length(length_.data(), patches_);
  const Eigen::VectorXd null = length / length.norm();
  matrix += null * null.transpose();
  coarse_.compute(matrix);
}

Block Schwarz::solve_patches(const Block& r) const {
  Eigen::MatrixXd part = Eigen::MatrixXd::Zero(patches_, r.cols());
  for (std::int64_t i = 0; i < op_.rows(); ++i) {
    const std::int32_t p = patch_[i];
    for (int c = 0; c < r.cols(); ++c) part(p, c) += r.row(i)[c] * op_.root[i] / length_[p];
  }
  sum(op_.comm, {part.data(), static_cast<std::size_t>(part.size())});
  const Eigen::MatrixXd solution = coarse_.solve(part);
  Block x(r.rows(), r.cols());
  for (std::int64_t i = 0; i < op_.rows(); ++i) {
    const std::int32_t p = patch_[i];
    for (int c = 0; c < r.cols(); ++c) x.row(i)[c] = solution(p, c) * op_.root[i] / length_[p];
  }
  return x;
}

Block Schwarz::solve_within(const Block& r) const {
  const std::int64_t n = op_.rows();
  Block charge(n + 1, r.cols());
  std::fill_n(charge.row(n), r.cols(), 0.0);
  for (std::int64_t i = 0; i < n; ++i) {
    for (int c = 0; c < r.cols(); ++c) {
      charge.row(i)[c] = r.row(i)[c] * op_.root[i];
      charge.row(n)[c] -= charge.row(i)[c];
    }
  }
  const Block potential = detail::solve(factor_, own_, charge, op_.team);
  Block x(n, r.cols());
  for (std::int64_t i = 0; i < n; ++i) {
    for (int c = 0; c < r.cols(); ++c)
      x.row(i)[c] = (potential.row(i)[c] - potential.row(n)[c]) * op_.root[i];
  }
  return x;
}

Block Schwarz::solve(const Block& r) const {
  const auto map = [&](auto& block) { return block.map(0, block.rows()); };
  Block rest(r.rows(), r.cols()), product;
  map(rest) = map(r);
  const auto without = [&](const Block& correction) {
    multiply(op_, correction, product);
    map(rest) -= map(product);
  };
  Block x = solve_patches(rest);
  without(x);
  const Block within = solve_within(rest);
  without(within);
  map(x) += map(within);
  const Block last = solve_patches(rest);
  map(x) += map(last);
  return x;
}

}  // namespace gnac::detail
