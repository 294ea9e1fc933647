#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"

namespace gnac::detail {

/// A graph to lay out: each edge pulls its ends together, each pair of nodes pushes apart.
struct WeightedGraph {
  std::vector<std::int64_t> offset;  ///< nodes + 1
  std::vector<std::int32_t> to;      ///< both directions of every edge, no loops
  std::vector<float> weight;         ///< p_ij = p_ji per entry; they sum to 1
  std::vector<float> mass;           ///< m_i: how many points a node stands for

  std::int64_t nodes() const { return static_cast<std::int64_t>(mass.size()); }
};

/// Every point gives its neighbours equal shares of 1, and an edge has the sum of both directions
/// times what it conducts; a closed edge keeps kClosedPull. Equal shares gave better maps than
/// shares that fall with distance (docs/map.md). Bridges, as weak as a closed edge, hold components
/// together. `conductance` is per undirected edge; empty: all conduct.
inline constexpr double kClosedPull = 0.2;
WeightedGraph weighted_graph(const Graph& graph, std::span<const float> conductance,
                             std::span<const Bridge> bridges);

}  // namespace gnac::detail
