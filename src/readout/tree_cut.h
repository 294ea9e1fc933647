#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "readout/tree.h"

namespace gnac::detail {

/// Cuts of a spanning tree that avoid tiny clusters. For K clusters the links are tried from the
/// weakest up, and one is cut if both sides of its piece keep at least a quarter of n/K nodes, and
/// at least 5; leaves of the tree are not counted and not cut off. (Similar to Gagolewski's
/// Lumbermark and Genie.) If that makes fewer than K pieces, the limit is halved repeatedly; in the
/// end any link may be cut, so there are always exactly K.
class TreeCut {
 public:
  /// `links` come from spanning_tree(), strongest first. They are copied into a rooted form, which
  /// any number of cuts can use.
  TreeCut(std::span<const TreeLink> links, std::int64_t nodes);

  /// Labels by first appearance; 1 <= clusters <= nodes. Linear in the nodes plus the sizes of the
  /// pieces that are cut off.
  std::vector<std::int32_t> labels(int clusters) const;

 private:
  struct State;
  void cut_above(std::int32_t node, State& state) const;
  void pass(std::int64_t least, bool leaves_too, int clusters, State& state) const;

  // Below, nodes are numbered in preorder: a subtree is a run, a parent comes before its
  // children.
  std::vector<std::int32_t> number_;   // of each node of the graph
  std::vector<std::int32_t> parent_;   // -1 at the root
  std::vector<std::int32_t> end_;      // the subtree of v is [v, end_[v])
  std::vector<char> leaf_;             // of the unrooted tree
  std::vector<std::int32_t> weakest_;  // the lower node of each link, the weakest first
  std::int64_t inner_ = 0;             // nodes that are not leaves
};

}  // namespace gnac::detail
