#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "layout/curve.h"
#include "layout/kernels.h"
#include "support/team.h"

namespace gnac::detail {

/// How all points push each other apart, in N log N instead of N² (Barnes and Hut 1986): a node of
/// the tree that is small against its distance acts as one mass at its centre.
///
/// The tree is balanced: each level halves a run of the points in the order of a curve. The points
/// of a group share one list of masses, which the kernel applies to all of them at once. Leaves are
/// smaller than groups, because most of a list are single points of leaves nearby.
class PushTree {
 public:
  /// `mass`: per point, borrowed. dims: 2 or 3.
  PushTree(std::span<const float> mass, int dims);

  /// Divide the points. `place`: n×dims, row by row. This costs a small part of a push, and a
  /// division of a few steps ago makes that several times dearer: single points that went far
  /// stretch the box of their old leaf.
  void build(std::span<const float> place, Team& team);

  /// push, n×dims: Σ_j m_j q² (y_i - y_j) with q = 1/(1 + ‖y_i - y_j‖²), for every point i. Returns
  /// Σ_{i≠j} m_i m_j q. A node counts as one mass if its diagonal is at most `open` · √(1 + d²) at
  /// distance d.
  double push(double open, std::span<float> push, Team& team);

 private:
  struct Node {
    float low[3] = {0, 0, 0};
    float high[3] = {0, 0, 0};
    float centre[3] = {0, 0, 0};
    float mass = 0;
    float diagonal2 = 0;
  };
  struct Scratch {
    std::vector<std::int32_t> stack;
    std::vector<float> source[3];
    std::vector<float> mass;
  };

  std::int64_t begin(int level, std::int64_t k) const { return (n_ * k) >> level; }
  void measure_leaf(std::int64_t leaf);
  std::int64_t gather(const Node& group, float open2, Scratch& scratch) const;

  std::span<const float> mass_;
  int dims_;
  std::int64_t n_;
  int groups_ = 0;  ///< the level of the groups: there are 2^groups
  int levels_ = 0;  ///< of inner nodes: there are 2^levels leaves
  std::vector<CurveStop> stops_;
  std::vector<CurveStop> spare_;
  std::vector<float> sorted_[3];    ///< coordinates in the order of the tree
  std::vector<float> sorted_mass_;  ///< in the same order
  std::vector<Node> nodes_;         ///< node h has the children 2h and 2h + 1; the root is 1
  std::vector<Scratch> scratch_;    ///< per thread
  LayoutKernels kernels_;
};

}  // namespace gnac::detail
