#pragma once

#include <cstdint>
#include <vector>

namespace gnac::detail {

/// The clusters that hold points a and b become one.
struct PointMerge {
  std::int32_t a = 0;
  std::int32_t b = 0;
  double height = 0;  ///< not below the heights of the two clusters
};

/// Undo the clusters - 1 highest of the n - 1 merges (in any order that puts parts before wholes;
/// among equal heights, later merges count as higher). Labels by first appearance.
std::vector<std::int32_t> cut_dendrogram(std::vector<PointMerge> merges, std::int64_t n,
                                         int clusters);

}  // namespace gnac::detail
