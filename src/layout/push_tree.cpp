#include "layout/push_tree.h"

#include <algorithm>
#include <array>

namespace gnac::detail {
namespace {

constexpr std::int64_t kLeaf = 8;

}  // namespace

PushTree::PushTree(std::span<const float> mass, int dims)
    : mass_(mass), dims_(dims), n_(std::ssize(mass)), kernels_(layout_kernels()) {
  const auto most_at = [&](int level) { return (n_ + (std::int64_t{1} << level) - 1) >> level; };
  while (most_at(groups_) > kPushed) ++groups_;
  levels_ = groups_;
  while (most_at(levels_) > kLeaf) ++levels_;
  stops_.resize(mass.size());
  for (auto& column : sorted_) column.resize(mass.size());
  sorted_mass_.resize(mass.size());
  nodes_.resize(std::size_t{2} << levels_);
}

void PushTree::measure_leaf(std::int64_t leaf) {
  Node& node = nodes_[(std::int64_t{1} << levels_) + leaf];
  const std::int64_t first = begin(levels_, leaf);
  const std::int64_t last = begin(levels_, leaf + 1);
  node.mass = 0;
  node.diagonal2 = 0;
  for (std::int64_t p = first; p < last; ++p) node.mass += sorted_mass_[p];
  for (int c = 0; c < dims_; ++c) {
    const auto& y = sorted_[c];
    float sum = 0;
    node.low[c] = node.high[c] = y[first];
    for (std::int64_t p = first; p < last; ++p) {
      node.low[c] = std::min(node.low[c], y[p]);
      node.high[c] = std::max(node.high[c], y[p]);
      sum += sorted_mass_[p] * y[p];
    }
    node.centre[c] = sum / node.mass;
    node.diagonal2 += (node.high[c] - node.low[c]) * (node.high[c] - node.low[c]);
  }
}

void PushTree::build(std::span<const float> place, Team& team) {
  along_curve(place, dims_, stops_, spare_, team);
  const std::int64_t leaves = std::int64_t{1} << levels_;
  constexpr std::int64_t kLeaves = 64;
  team.for_blocks(leaves, kLeaves, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t p = begin(levels_, from); p < begin(levels_, to); ++p) {
      const std::int64_t point = stops_[p].point;
      for (int c = 0; c < dims_; ++c) sorted_[c][p] = place[point * dims_ + c];
      sorted_mass_[p] = mass_[point];
    }
    for (std::int64_t leaf = from; leaf < to; ++leaf) measure_leaf(leaf);
  });
  for (std::int64_t h = leaves - 1; h > 0; --h) {
    Node& node = nodes_[h];
    const Node& a = nodes_[2 * h];
    const Node& b = nodes_[2 * h + 1];
    node.mass = a.mass + b.mass;
    node.diagonal2 = 0;
    for (int c = 0; c < dims_; ++c) {
      node.low[c] = std::min(a.low[c], b.low[c]);
      node.high[c] = std::max(a.high[c], b.high[c]);
      node.centre[c] = (a.mass * a.centre[c] + b.mass * b.centre[c]) / node.mass;
      node.diagonal2 += (node.high[c] - node.low[c]) * (node.high[c] - node.low[c]);
    }
  }
}

std::int64_t PushTree::gather(const Node& group, float open2, Scratch& scratch) const {
  const std::int32_t first_leaf = std::int32_t{1} << levels_;
  std::int64_t count = 0;
  std::int64_t waiting = 0;
  scratch.stack[waiting++] = 1;
  while (waiting > 0) {
    const std::int32_t h = scratch.stack[--waiting];
    const Node& node = nodes_[h];
    float d2 = 1;
    for (int c = 0; c < dims_; ++c) {
      const float gap =
          std::max({group.low[c] - node.centre[c], node.centre[c] - group.high[c], 0.0F});
      d2 += gap * gap;
    }
    if (node.diagonal2 <= open2 * d2) {
      for (int c = 0; c < dims_; ++c) scratch.source[c][count] = node.centre[c];
      scratch.mass[count++] = node.mass;
    } else if (h < first_leaf) {
      scratch.stack[waiting++] = 2 * h;
      scratch.stack[waiting++] = 2 * h + 1;
    } else {
      const std::int64_t to = begin(levels_, h - first_leaf + 1);
      for (std::int64_t p = begin(levels_, h - first_leaf); p < to; ++p) {
        for (int c = 0; c < dims_; ++c) scratch.source[c][count] = sorted_[c][p];
        scratch.mass[count++] = sorted_mass_[p];
      }
    }
  }
  return count;
}

double PushTree::push(double open, std::span<float> push, Team& team) {
  const std::int64_t groups = std::int64_t{1} << groups_;
  const auto open2 = static_cast<float>(open * open);
  std::vector<double> sums(static_cast<std::size_t>(groups));
  scratch_.resize(static_cast<std::size_t>(team.size()));
  for (Scratch& scratch : scratch_) {
    scratch.stack.resize(static_cast<std::size_t>(levels_) + 2);
    for (int c = 0; c < dims_; ++c) scratch.source[c].resize(mass_.size());
    scratch.mass.resize(mass_.size());
  }
  constexpr std::int64_t kGroups = 16;
  team.for_blocks(groups, kGroups, [&](std::int64_t from, std::int64_t to, int thread) {
    Scratch& own = scratch_[thread];
    std::array<std::array<float, kPushed>, 3> y{};
    std::array<std::array<float, kPushed>, 3> force{};
    std::array<float, kPushed> sum{};
    for (std::int64_t group = from; group < to; ++group) {
      const std::int64_t count = gather(nodes_[groups + group], open2, own);
      const std::int64_t first = begin(groups_, group);
      const std::int64_t size = begin(groups_, group + 1) - first;
      for (int c = 0; c < dims_; ++c) {
        std::copy_n(sorted_[c].begin() + first, size, y[c].begin());
        std::fill(y[c].begin() + size, y[c].end(), sorted_[c][first]);
      }
      const std::array<const float*, 3> ys{y[0].data(), y[1].data(), y[2].data()};
      const std::array<const float*, 3> from_where{own.source[0].data(), own.source[1].data(),
                                                   own.source[2].data()};
      const std::array<float*, 3> out{force[0].data(), force[1].data(), force[2].data()};
      kernels_.push(ys.data(), from_where.data(), own.mass.data(), count, dims_, out.data(),
                    sum.data());
      double total = 0;
      for (std::int64_t p = 0; p < size; ++p) {
        const float m = sorted_mass_[first + p];
        total += static_cast<double>(m) * static_cast<double>(sum[p] - m);
        for (int c = 0; c < dims_; ++c)
          push[std::int64_t{stops_[first + p].point} * dims_ + c] = force[c][p];
      }
      sums[group] = total;
    }
  });
  double total = 0;
  for (const double s : sums) total += s;
  return total;
}

}  // namespace gnac::detail
