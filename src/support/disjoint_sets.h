#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "support/relabel.h"

namespace gnac::detail {

/// Union–find with path halving and union by size; equal sizes keep the lower representative, so
/// the outcome depends on the order of joins only.
class DisjointSets {
 public:
  explicit DisjointSets(std::int64_t n)
      : parent_(static_cast<std::size_t>(n)), size_(static_cast<std::size_t>(n), 1) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  std::int32_t find(std::int32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  /// False if they were together already.
  bool join(std::int32_t i, std::int32_t j) {
    i = find(i);
    j = find(j);
    if (i == j) return false;
    if (size_[i] < size_[j] || (size_[i] == size_[j] && j < i)) std::swap(i, j);
    parent_[j] = i;
    size_[i] += size_[j];
    return true;
  }

  /// The size of the set that i belongs to.
  std::int64_t size(std::int32_t i) { return size_[find(i)]; }

  /// The set of every element, numbered from 0 in order of first appearance.
  std::vector<std::int32_t> labels() {
    std::vector<std::int32_t> set(parent_.size());
    for (std::size_t i = 0; i < set.size(); ++i) set[i] = find(static_cast<std::int32_t>(i));
    relabel_by_appearance(set, std::ssize(set));
    return set;
  }

 private:
  std::vector<std::int32_t> parent_;
  std::vector<std::int32_t> size_;
};

}  // namespace gnac::detail
