#include "layout/push_tree.h"

#include <algorithm>
#include <array>

namespace gnac::detail {

PushTree::PushTree(std::span<const float> mass, int dims)
    : mass_(mass), dims_(dims), n_(std::ssize(mass)), kernels_(layout_kernels()) {
  while ((n_ + (std::int64_t{1} << levels_) - 1) >> levels_ > kPushed) ++levels_;
  items_.resize(mass.size());
  for (auto& column : sorted_) column.resize(mass.size());
  sorted_mass_.resize(mass.size());
  nodes_.resize(std::size_t{2} << levels_);
  for (std::int64_t i = 0; i < n_; ++i) items_[i].point = static_cast<std::int32_t>(i);
}

void PushTree::build(std::span<const float> place, Team& team) {
  team.for_blocks(n_, 4096, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t p = first; p < last; ++p) {
      for (int c = 0; c < dims_; ++c) items_[p].y[c] = place[items_[p].point * dims_ + c];
    }
  });
  for (int level = 0; level < levels_; ++level) {
    team.for_each(std::int64_t{1} << level, [&](std::int64_t k) {
      const auto first = items_.begin() + begin(level, k);
      const auto middle = items_.begin() + begin(level + 1, 2 * k + 1);
      const auto last = items_.begin() + begin(level, k + 1);
      int axis = 0;
      float widest = -1;
      for (int c = 0; c < dims_; ++c) {
        const auto [low, high] = std::minmax_element(
            first, last, [c](const Item& a, const Item& b) { return a.y[c] < b.y[c]; });
        if (high->y[c] - low->y[c] > widest) {
          widest = high->y[c] - low->y[c];
          axis = c;
        }
      }
      std::nth_element(first, middle, last, [axis](const Item& a, const Item& b) {
        return a.y[axis] != b.y[axis] ? a.y[axis] < b.y[axis] : a.point < b.point;
      });
    });
  }
  for (std::int64_t p = 0; p < n_; ++p) sorted_mass_[p] = mass_[items_[p].point];
  move(place, team);
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

void PushTree::move(std::span<const float> place, Team& team) {
  const std::int64_t leaves = std::int64_t{1} << levels_;
  constexpr std::int64_t kLeaves = 64;
  team.for_blocks(leaves, kLeaves, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t p = begin(levels_, from); p < begin(levels_, to); ++p) {
      for (int c = 0; c < dims_; ++c) sorted_[c][p] = place[items_[p].point * dims_ + c];
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

void PushTree::gather(const Node& group, float open2, Scratch& scratch) const {
  for (int c = 0; c < dims_; ++c) scratch.source[c].clear();
  scratch.mass.clear();
  scratch.stack.assign(1, 1);
  const std::int32_t first_leaf = std::int32_t{1} << levels_;
  while (!scratch.stack.empty()) {
    const std::int32_t h = scratch.stack.back();
    scratch.stack.pop_back();
    const Node& node = nodes_[h];
    float d2 = 1;
    for (int c = 0; c < dims_; ++c) {
      const float gap =
          std::max({group.low[c] - node.centre[c], node.centre[c] - group.high[c], 0.0F});
      d2 += gap * gap;
    }
    if (node.diagonal2 <= open2 * d2) {
      for (int c = 0; c < dims_; ++c) scratch.source[c].push_back(node.centre[c]);
      scratch.mass.push_back(node.mass);
    } else if (h < first_leaf) {
      scratch.stack.push_back(2 * h);
      scratch.stack.push_back(2 * h + 1);
    } else {
      const std::int64_t from = begin(levels_, h - first_leaf);
      const std::int64_t to = begin(levels_, h - first_leaf + 1);
      for (int c = 0; c < dims_; ++c) {
        scratch.source[c].insert(scratch.source[c].end(), sorted_[c].begin() + from,
                                 sorted_[c].begin() + to);
      }
      scratch.mass.insert(scratch.mass.end(), sorted_mass_.begin() + from,
                          sorted_mass_.begin() + to);
    }
  }
}

double PushTree::push(double open, std::span<float> push, Team& team) {
  const std::int64_t leaves = std::int64_t{1} << levels_;
  const auto open2 = static_cast<float>(open * open);
  std::vector<double> sums(static_cast<std::size_t>(leaves));
  std::vector<Scratch> scratch(static_cast<std::size_t>(team.size()));
  constexpr std::int64_t kLeaves = 16;
  team.for_blocks(leaves, kLeaves, [&](std::int64_t from, std::int64_t to, int thread) {
    Scratch& own = scratch[thread];
    std::array<std::array<float, kPushed>, 3> y{};
    std::array<std::array<float, kPushed>, 3> force{};
    std::array<float, kPushed> sum{};
    for (std::int64_t leaf = from; leaf < to; ++leaf) {
      gather(nodes_[leaves + leaf], open2, own);
      const std::int64_t first = begin(levels_, leaf);
      const std::int64_t size = begin(levels_, leaf + 1) - first;
      for (int c = 0; c < dims_; ++c) {
        std::copy_n(sorted_[c].begin() + first, size, y[c].begin());
        std::fill(y[c].begin() + size, y[c].end(), sorted_[c][first]);
      }
      const std::array<const float*, 3> ys{y[0].data(), y[1].data(), y[2].data()};
      const std::array<const float*, 3> from_where{own.source[0].data(), own.source[1].data(),
                                                   own.source[2].data()};
      const std::array<float*, 3> out{force[0].data(), force[1].data(), force[2].data()};
      kernels_.push(ys.data(), from_where.data(), own.mass.data(), std::ssize(own.mass), dims_,
                    out.data(), sum.data());
      double total = 0;
      for (std::int64_t p = 0; p < size; ++p) {
        const float m = sorted_mass_[first + p];
        total += static_cast<double>(m) * static_cast<double>(sum[p] - m);
        for (int c = 0; c < dims_; ++c) push[items_[first + p].point * dims_ + c] = force[c][p];
      }
      sums[leaf] = total;
    }
  });
  double total = 0;
  for (const double s : sums) total += s;
  return total;
}

}  // namespace gnac::detail
