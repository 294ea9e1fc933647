#pragma once

#include <cstdint>
#include <vector>

#include "layout/weights.h"

namespace gnac::detail {

/// A graph of groups of nodes.
struct CoarseGraph {
  WeightedGraph graph;
  std::vector<std::int32_t> group;  ///< per node of the finer graph
};

/// Pairs nodes along edges that are the heaviest (p_ij over the larger mass) at both of their ends,
/// in rounds; nodes that stay alone join the group of their heaviest neighbour. At most half as
/// many nodes are left unless nodes have no edge. Edges within a group vanish; weights sum to 1
/// again.
CoarseGraph coarsen(const WeightedGraph& graph);

}  // namespace gnac::detail
