#pragma once

#include <cstdint>
#include <vector>

#include "gnac/model.h"
#include "page/trajectory.h"

namespace gnac::detail {

/// The edges that a page has room for, in the order of the graph's.
struct PageEdges {
  std::vector<std::int32_t> chosen;  ///< positions in graph.edges, ascending
  std::vector<std::int32_t> count;   ///< per node: chosen edges to nodes of higher number
  std::vector<std::int32_t> step;    ///< per edge: the number of its end minus that of the edge
                                     ///< before, or minus the node itself
  std::vector<std::uint8_t> affinity;
  std::vector<std::uint8_t> conductance;  ///< empty without a rule
  std::vector<std::uint8_t> on_the_way;   ///< at every step in turn, if known
};

/// All edges if there are at most 300,000; otherwise those between clusters of the model, then the
/// weakest of the rest by affinity.
PageEdges page_edges(const Model& model, const Rollout& rollout);

}  // namespace gnac::detail
