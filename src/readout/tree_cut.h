#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "readout/tree.h"

namespace gnac::detail {

/// Cuts of a spanning tree that make no tiny clusters. For K clusters the links are tried from the
/// weakest on, and one is cut where both sides of its piece keep at least a quarter of n/K nodes,
/// and at least 5; leaves of the tree are not counted, and not cut off. (Relatives: Gagolewski's
/// Lumbermark and Genie.) Where that makes fewer than K pieces the limit is halved, again and
/// again; in the end every link may go. So there are exactly K, always.
class TreeCut {
 public:
  /// `links` as spanning_tree() makes them, the strongest first. They are copied into a rooted
  /// form: one construction serves any number of cuts.
  TreeCut(std::span<const TreeLink> links, std::int64_t nodes);

  /// Labels by first appearance; 1 <= clusters <= nodes. Linear in the nodes, beside the sizes of
  /// the pieces that are cut off.
  std::vector<std::int32_t> labels(int clusters) const;

 private:
  struct State;
  void cut_above(std::int32_t node, State& state) const;
  void pass(std::int64_t least, bool leaves_too, int clusters, State& state) const;

  // Nodes are numbered in preorder from here on: a subtree is a run, a parent comes before its
  // children.
  std::vector<std::int32_t> number_;   // of each node of the graph
  std::vector<std::int32_t> parent_;   // -1 at the root
  std::vector<std::int32_t> end_;      // the subtree of v is [v, end_[v])
  std::vector<char> leaf_;             // of the unrooted tree
  std::vector<std::int32_t> weakest_;  // the lower node of each link, the weakest first
  std::int64_t inner_ = 0;             // nodes that are not leaves
};

}  // namespace gnac::detail
