#pragma once

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// build_graph() of the public API on a team that exists already.
Graph knn_graph(PointsView points, const Options& options, Team& team);

/// graph_from_edges() of the public API on a team that exists already.
Graph edge_graph(const EdgeList& list, PointsView points, Team& team);

/// Bytes of a graph with this many undirected edges, and of making it.
double graph_bytes(std::int64_t nodes, std::int64_t edges);

}  // namespace gnac::detail
