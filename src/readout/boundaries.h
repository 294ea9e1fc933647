#pragma once

#include <cstdint>
#include <span>

#include "gnac/graph.h"

namespace gnac::detail {

/// Statistics of the conductance α over the edges that a partition cuts.
struct CutEdges {
  double alpha = 0;     ///< its mean over them; 0 if there are none
  double log_odds = 0;  ///< that they are closed, as a mean over all edges of the graph: above 0
                        ///< the partition is likelier than one cluster
};
CutEdges cut_edges(const Graph& graph, std::span<const float> conductance,
                   std::span<const std::int32_t> labels);

}  // namespace gnac::detail
