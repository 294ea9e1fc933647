#include "methods/linkage/ward_blocks.h"

#include <algorithm>
#include <array>
#include <limits>

#include "graph/spatial/kd_tree.h"

namespace gnac::detail {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

// Growths that differ by less than this share count as equal: points on a grid have many ties,
// which rounding would otherwise break depending on the scale and position of the data. The box
// test must not skip an equal one either.
constexpr double kTie = 1e-10;

}  // namespace

WardBlocks::WardBlocks(PointsView points, std::span<const double> weight)
    : d_(points.d),
      alive_(points.n),
      slot_(static_cast<std::size_t>(points.n), -1),
      size_(static_cast<std::size_t>(points.n), 1),
      height_(static_cast<std::size_t>(points.n)) {
  if (!weight.empty()) size_.assign(weight.begin(), weight.end());
  const KdTree tree = build_kd_tree(points, static_cast<int>(kWidth));
  for (const auto& node : tree.nodes) blocks_ += node.left < 0;
  cluster_.assign(static_cast<std::size_t>(blocks_ * kWidth), -1);
  inverse_size_.assign(cluster_.size(), 1);
  centroid_.assign(cluster_.size() * static_cast<std::size_t>(d_), kNowhere);
  box_.resize(static_cast<std::size_t>(blocks_ * 2 * d_));
  most_inverse_size_.resize(static_cast<std::size_t>(blocks_));
  std::int64_t block = 0;
  for (const auto& node : tree.nodes) {
    if (node.left >= 0) continue;
    for (std::int32_t p = node.begin; p < node.end; ++p) {
      place(block * kWidth + (p - node.begin), tree.point[p], tree.at(p));
    }
    fit_box(block++);
  }
}

void WardBlocks::place(std::int64_t slot, std::int32_t cluster, const double* centroid) {
  slot_[cluster] = slot;
  cluster_[slot] = cluster;
  inverse_size_[slot] = 1 / size_[cluster];
  for (std::int64_t c = 0; c < d_; ++c) column(slot / kWidth, c)[slot % kWidth] = centroid[c];
}

void WardBlocks::fit_box(std::int64_t block) {
  double most = 0;
  for (std::int64_t s = 0; s < kWidth; ++s) {
    if (cluster_[block * kWidth + s] >= 0) most = std::max(most, inverse_size_[block * kWidth + s]);
  }
  most_inverse_size_[block] = most;
  for (std::int64_t c = 0; c < d_; ++c) {
    double low = kNowhere;
    double high = -kNowhere;
    for (std::int64_t s = 0; s < kWidth; ++s) {
      if (cluster_[block * kWidth + s] < 0) continue;
      low = std::min(low, column(block, c)[s]);
      high = std::max(high, column(block, c)[s]);
    }
    box_[block * 2 * d_ + c] = low;
    box_[block * 2 * d_ + d_ + c] = high;
  }
}

double WardBlocks::least_growth(std::int64_t block, const Query& q) const {
  const double* low = &box_[block * 2 * d_];
  const double* high = low + d_;
  double sum = 0;
  for (std::int64_t c = 0; c < d_; ++c) {
    const double out = std::max(std::max(low[c] - q.x[c], q.x[c] - high[c]), 0.0);
    sum += out * out;
  }
  return sum / (q.inverse_size + most_inverse_size_[block]) * (1 - 2 * kTie);
}

void WardBlocks::scan(std::int64_t block, const Query& q, Best& best) const {
  // Infinite if a slot is empty, so that it is never the smallest.
  std::array<double, kWidth> growth{};
  for (std::int64_t c = 0; c < d_; ++c) {
    const double* values = column(block, c);
    const double x = q.x[c];
    for (std::int64_t s = 0; s < kWidth; ++s) growth[s] += (x - values[s]) * (x - values[s]);
  }
  const double* inverse = &inverse_size_[block * kWidth];
  for (std::int64_t s = 0; s < kWidth; ++s) growth[s] /= q.inverse_size + inverse[s];
  const std::int32_t* cluster = &cluster_[block * kWidth];
  for (std::int64_t s = 0; s < kWidth; ++s) {
    if (growth[s] > best.growth * (1 + kTie) || cluster[s] < 0 || cluster[s] == q.cluster) continue;
    if (growth[s] < best.growth * (1 - kTie) ||
        (best.cluster != q.preferred && cluster[s] < best.cluster)) {
      best = {cluster[s], growth[s]};
    }
  }
}

std::pair<std::int32_t, double> WardBlocks::nearest(std::int32_t cluster,
                                                    std::int32_t preferred) const {
  const std::int64_t slot = slot_[cluster];
  const std::int64_t own = slot / kWidth;
  std::vector<double> x(static_cast<std::size_t>(d_));
  for (std::int64_t c = 0; c < d_; ++c) x[c] = column(own, c)[slot % kWidth];
  const Query q{cluster, preferred, x.data(), inverse_size_[slot]};
  Best best{std::numeric_limits<std::int32_t>::max(), kNowhere};
  if (preferred >= 0) {
    const std::int64_t at = slot_[preferred];
    double sum = 0;
    for (std::int64_t c = 0; c < d_; ++c) {
      const double gap = x[c] - column(at / kWidth, c)[at % kWidth];
      sum += gap * gap;
    }
    best = {preferred, sum / (q.inverse_size + inverse_size_[at])};
  }
  scan(own, q, best);
  for (std::int64_t block = 0; block < blocks_; ++block) {
    if (block != own && least_growth(block, q) <= best.growth) scan(block, q, best);
  }
  return {best.cluster, best.growth};
}

void WardBlocks::merge(std::int32_t gone, std::int32_t kept, double height) {
  const std::int64_t from = slot_[gone];
  const std::int64_t to = slot_[kept];
  const double a = size_[gone];
  const double b = size_[kept];
  const std::int64_t block = to / kWidth;
  size_[kept] = a + b;
  inverse_size_[to] = 1 / (a + b);
  for (std::int64_t c = 0; c < d_; ++c) {
    double& removed = column(from / kWidth, c)[from % kWidth];
    double& mean = column(block, c)[to % kWidth];
    mean = (a * removed + b * mean) / (a + b);
    removed = kNowhere;
    double& low = box_[block * 2 * d_ + c];
    double& high = box_[block * 2 * d_ + d_ + c];
    low = std::min(low, mean);
    high = std::max(high, mean);
  }
  cluster_[from] = -1;
  slot_[gone] = -1;
  height_[kept] = height;
  --alive_;
  if (alive_ * 2 < blocks_ * kWidth && blocks_ > 1) compact();
}

/// Rebuild the blocks of the remaining clusters from a new tree over the centroids.
void WardBlocks::compact() {
  std::vector<std::int32_t> left;
  std::vector<double> values;
  for (std::int64_t slot = 0; slot < std::ssize(cluster_); ++slot) {
    if (cluster_[slot] < 0) continue;
    left.push_back(cluster_[slot]);
    for (std::int64_t c = 0; c < d_; ++c) values.push_back(column(slot / kWidth, c)[slot % kWidth]);
  }
  const KdTree tree = build_kd_tree({values.data(), std::ssize(left), d_}, kWidth);
  blocks_ = 0;
  std::fill(cluster_.begin(), cluster_.end(), -1);
  std::fill(centroid_.begin(), centroid_.end(), kNowhere);
  for (const auto& node : tree.nodes) {
    if (node.left >= 0) continue;
    for (std::int32_t p = node.begin; p < node.end; ++p) {
      place(blocks_ * kWidth + (p - node.begin), left[tree.point[p]], tree.at(p));
    }
    fit_box(blocks_++);
  }
}

}  // namespace gnac::detail
