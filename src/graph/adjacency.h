#pragma once

#include "gnac/graph.h"

namespace gnac::detail {

/// The CSR form of a graph and its components, from its nodes and edges, which are sorted by (i,
/// j). Throws Error for 2^31 edges or more.
void fill_adjacency(Graph& graph);

}  // namespace gnac::detail
