#pragma once

#include <cstdint>
#include <span>

#include "gnac/graph.h"

namespace gnac::detail {

/// The mean conductance α of the edges that a partition cuts; 0 if there are none.
double cut_alpha(const Graph& graph, std::span<const float> conductance,
                 std::span<const std::int32_t> labels);

/// Statistics of the conductance α over the edges that a partition cuts.
struct CutEdges {
  double alpha = 0;     ///< cut_alpha()
  double log_odds = 0;  ///< that they are closed, as a mean over all edges of the graph: above 0
                        ///< the partition is likelier than one cluster
};
CutEdges cut_edges(const Graph& graph, std::span<const float> conductance,
                   std::span<const std::int32_t> labels);

/// Is every cluster below `share` of n/K truly separate? It has at least three points, and its
/// shortest edge to another cluster is at least twice as long as the distance from any of its
/// points to the nearest other one, and from the outer end of that edge to the nearest point. In
/// many dimensions, where all distances are alike, hardly any cluster is.
bool small_are_separate(const Graph& graph, std::span<const std::int32_t> labels, int clusters,
                        double share);

}  // namespace gnac::detail
