#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "support/team.h"

namespace gnac::detail {

/// A link of a tree over all nodes of a graph.
struct TreeLink {
  std::int32_t i = 0;
  std::int32_t j = 0;
  double strength = 0;
};

/// The maximum spanning tree of a conductance: nodes - 1 links, strongest first.
///
/// Within a component a link is an edge of the graph, of strength α + 1e-3·q, where q is the
/// affinity of its rank in the input: the rank only decides between edges that the rule rates
/// equally. Among equal strengths the earlier edge comes first. Components are joined by their
/// bridges, of strength -gap: weaker than any edge, and weaker the wider they are.
std::vector<TreeLink> spanning_tree(const Graph& graph, std::span<const float> conductance,
                                    std::span<const double> rank_affinity,
                                    std::span<const Bridge> bridges, Team& team);

}  // namespace gnac::detail
