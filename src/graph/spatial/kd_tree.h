#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// A kd-tree for walks that ask for one point at a time (LeafTree serves the search of all at
/// once): nodes split at the median of the widest side of their box, down to leaves of at most
/// `leaf` points. Positions run in the order of the leaves, so near points lie near in memory.
struct KdTree {
  struct Node {
    std::int32_t begin = 0;  ///< positions [begin, end)
    std::int32_t end = 0;
    std::int32_t left = -1;  ///< child nodes, both after this one; -1 in a leaf
    std::int32_t right = -1;
  };
  std::int64_t d = 0;
  std::vector<std::int32_t> point;  ///< per position, the row of the points
  std::vector<double> values;       ///< n×d, the points by position
  std::vector<Node> nodes;          ///< the root first
  std::vector<double> box;          ///< per node: d minima, then d maxima

  const double* at(std::int64_t position) const { return values.data() + position * d; }
};

KdTree build_kd_tree(PointsView points, int leaf);

}  // namespace gnac::detail
