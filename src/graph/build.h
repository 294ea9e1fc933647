#pragma once

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// build_graph() of the public API on a team that exists already, of rows as apply_metric() leaves
/// them.
Graph knn_graph(PointsView points, const Options& options, Team& team);

/// graph_from_edges() of the public API on a team that exists already, of such rows.
Graph edge_graph(const EdgeList& list, PointsView points, Metric metric, Team& team);

/// Bytes of making a graph with this many entries of lists and undirected edges.
double graph_bytes(std::int64_t nodes, std::int64_t edges, double entries, std::int64_t columns);

/// Bytes of the graph when it is made.
double kept_graph_bytes(std::int64_t nodes, std::int64_t edges, double entries);

/// Bytes of its edges, distances and components, and of both directions if they are kept.
double lean_graph_bytes(std::int64_t nodes, std::int64_t edges, bool adjacency);

}  // namespace gnac::detail
