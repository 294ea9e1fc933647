#pragma once

#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The two distance scales of the edge attributes (paper, section 3.2).
struct GraphScales {
  double sigma = 0;           ///< σ: median distance over E_dir, the RBF scale
  std::vector<double> local;  ///< s_i: median distance over N(i), 0 if N(i) is empty
};

/// s_i of one node, and of every node.
double local_scale(const NeighborLists& lists, std::int64_t i);
std::vector<double> local_scales(const NeighborLists& lists, Team& team);

/// The graph (i, j) ∈ E ⇔ j ∈ N(i) or i ∈ N(j), with weights, geometry and components. If the two
/// directions have different distances, the smaller one counts. `clean` replaces the scales
/// computed from the lists: a corrupted graph keeps those of the graph it came from.
///
/// Attributes are computed in double and stored as float. If σ is 0, the weight is its limit: 1 for
/// d = 0, else 0. The Jaccard index of two empty sets is 0.
Graph symmetrise(NeighborLists lists, Team& team, const GraphScales* clean = nullptr);

}  // namespace gnac::detail
