#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail {

/// Renumber labels from 0 in order of first appearance. Returns the old label of each new one, so
/// that what belongs to the clusters (centres, sizes) can follow. Labels must lie in [0,
/// labels_below).
inline std::vector<std::int32_t> relabel_by_appearance(std::span<std::int32_t> labels,
                                                       std::int64_t labels_below) {
  std::vector<std::int32_t> renamed(static_cast<std::size_t>(labels_below), -1);
  std::vector<std::int32_t> old_of_new;
  for (std::int32_t& label : labels) {
    std::int32_t& name = renamed[label];
    if (name < 0) {
      name = static_cast<std::int32_t>(old_of_new.size());
      old_of_new.push_back(label);
    }
    label = name;
  }
  return old_of_new;
}

}  // namespace gnac::detail
