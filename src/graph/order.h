#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// The nodes in an order that puts neighbours close to each other in memory: reverse Cuthill–McKee
/// from a pseudo-peripheral node of each component, components in the order of their numbers.
/// order[position] is the node at that position.
std::vector<std::int32_t> locality_order(const Graph& graph);

}  // namespace gnac::detail
