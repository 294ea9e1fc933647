#pragma once

#include <cstdint>
#include <span>

#include "gnac/graph.h"

namespace gnac::detail {

/// What the conductance α says about a partition's boundaries. Two clusters are neighbours where at
/// least kLeastBoundary edges run between them.
inline constexpr std::int64_t kLeastBoundary = 5;
struct Boundaries {
  double mean = 0;        ///< α over all edges between clusters; 0 where there are none
  double largest = 0;     ///< of the means between two neighbours
  double contrast = 1;    ///< the least, over neighbours, of how much larger the mean α is inside
                          ///< the one of the two that conducts less than between them
  double likelihood = 0;  ///< log odds that an edge is cut, over all edges between clusters, as a
                          ///< mean over all edges: above 0 the partition is likelier than one
                          ///< cluster
};

/// Labels in [0, clusters). The work is that of the edges, whatever the number of clusters.
Boundaries boundaries(const Graph& graph, std::span<const float> conductance,
                      std::span<const std::int32_t> labels, int clusters);

}  // namespace gnac::detail
