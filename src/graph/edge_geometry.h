#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// The first of g_ij: d_ij over the mean of the ends' local scales, clamped to what a float can
/// hold.
inline float normalised_distance(double distance, double scale_i, double scale_j) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::min(distance / (0.5 * (scale_i + scale_j) + 1e-8), kMost));
}

/// The second: the Jaccard index of two sets of these sizes, 0 if both are empty.
inline float jaccard_index(std::size_t common, std::size_t size_i, std::size_t size_j) {
  const std::size_t all = size_i + size_j - common;
  return all == 0 ? 0.0f
                  : static_cast<float>(static_cast<double>(common) / static_cast<double>(all));
}

/// The Jaccard index of one list with others, through a bit per node.
class Overlap {
 public:
  explicit Overlap(std::int64_t nodes) : member_(nodes) {}

  void set(std::span<const std::int32_t> list) {
    for (const std::int32_t v : list_) member_[v] = false;
    for (const std::int32_t v : list) member_[v] = true;
    list_ = list;
  }

  float with(std::span<const std::int32_t> other) const {
    std::size_t common = 0;
    for (const std::int32_t v : other) common += member_[v] ? 1 : 0;
    return jaccard_index(common, list_.size(), other.size());
  }

 private:
  std::vector<bool> member_;
  std::span<const std::int32_t> list_;
};

/// The third: whether each is in the other's list.
inline float mutual_flag(bool mutual) {
  return mutual ? 1.0f : 0.0f;
}

}  // namespace gnac::detail
