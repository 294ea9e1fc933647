#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/error.h"

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

/// Throws Error unless there are `n` labels from 0 to clusters - 1, numbered in order of first
/// appearance, and each cluster has a point. Every answer passes through here before it is given
/// away.
inline void require_exactly(std::int64_t clusters, std::span<const std::int32_t> labels,
                            std::int64_t n) {
  std::int64_t found = 0;
  bool ordered = std::ssize(labels) == n;
  for (const std::int32_t label : labels) {
    ordered = ordered && label >= 0 && label <= found;
    if (label == found) ++found;
  }
  if (ordered && found == clusters) return;
  throw Error("no partition of " + std::to_string(n) + " points into exactly " +
              std::to_string(clusters) +
              " clusters was found; ask for another number of clusters or another readout, and "
              "report this as a fault of gnac");
}

}  // namespace gnac::detail
