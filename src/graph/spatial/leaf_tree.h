#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// Points per leaf: one bit each in a word of survivors, and two vectors of the widest float
/// kernel.
inline constexpr std::int64_t kLeafWidth = 32;

/// Columns that bounding boxes cover at most; a bound over some of the columns is still a bound.
inline constexpr std::int64_t kBoxColumns = 32;

/// A balanced k-d tree for the search of all points' neighbours at once: leaves as wide as the
/// float filter that scans them, boxes over some of the columns. Walks that ask for one point at a
/// time use KdTree. The leaves are runs of kLeafWidth consecutive positions (the last may be
/// shorter); nodes are numbered in preorder, so the children of `v` are v + 1 and v + 2·(leaves
/// left of the split). Points that agree in the split column are divided by index.
struct LeafTree {
  struct Node {
    std::int32_t first_leaf = 0;
    std::int32_t leaves = 0;
    std::int32_t split_column = 0;  ///< among the box columns
    double split_value = 0;         ///< left: at or below; right: at or above
  };

  std::int64_t n = 0;  ///< points in the tree
  std::int64_t d = 0;
  std::vector<std::int32_t> order;        ///< position -> point
  std::vector<double> rows;               ///< n×d, the points by position
  std::vector<std::int32_t> box_columns;  ///< ascending
  std::vector<Node> nodes;
  std::vector<double> low;   ///< nodes×box_stride
  std::vector<double> high;  ///< nodes×box_stride

  std::int64_t box_stride() const { return static_cast<std::int64_t>(box_columns.size()); }
  std::int64_t leaves() const { return (n + kLeafWidth - 1) / kLeafWidth; }
  std::int64_t leaf_size(std::int64_t leaf) const {
    return std::min(kLeafWidth, n - leaf * kLeafWidth);
  }
  const double* row(std::int64_t position) const { return rows.data() + position * d; }
  static std::int32_t left(std::int32_t v) { return v + 1; }
  std::int32_t right(std::int32_t v) const { return v + 2 * left_leaves(nodes[v].leaves); }
  static std::int32_t left_leaves(std::int32_t leaves) { return (leaves + 1) / 2; }
};

/// Over all of the points.
LeafTree build_leaf_tree(PointsView points, Team& team);

/// Over some of the points.
LeafTree build_leaf_tree(PointsView points, std::vector<std::int32_t> chosen, Team& team);

/// tree.rows from tree.order.
void gather_rows(LeafTree& tree, PointsView points, Team& team);

}  // namespace gnac::detail
