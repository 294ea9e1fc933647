#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/tree.h"

namespace gnac::detail {

/// A graph with affinities, ready to be cut. A node is a point, or a group of them (groups.h).
struct CutGraph {
  const Graph& graph;
  std::span<const double> affinity;      ///< per edge
  std::span<const std::int64_t> weight;  ///< points that each node stands for; empty: one each
  std::span<const double> volume;        ///< affinity of all its points' edges; empty: its degree
  const std::vector<Bridge>& bridges;    ///< between its components
  std::span<const TreeLink> merges;      ///< a hierarchy of its nodes, the strongest link first
};

}  // namespace gnac::detail
