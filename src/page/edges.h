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
  std::vector<std::int32_t> step;    ///< per edge: how far its end lies behind the one before, or
                                     ///< behind the node itself
  std::vector<std::uint8_t> affinity;
  std::vector<std::uint8_t> conductance;  ///< empty without a rule
  std::vector<std::uint8_t> on_the_way;   ///< at every step in turn, where that is known
};

/// All edges where they are at most 300,000; otherwise those between clusters of the model, and of
/// the rest the weakest by affinity.
PageEdges page_edges(const Model& model, const Way& way);

}  // namespace gnac::detail
