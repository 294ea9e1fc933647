#pragma once

#include <cstdint>

#include "gnac/graph.h"
#include "gnac/points.h"

namespace gnac::detail {

/// Throws Error unless every value is finite and small enough that squared distances do not
/// overflow. Rows are counted from `first`.
void check_values(PointsView points, std::int64_t first = 0);

/// check_values(), and there must be from 2 to 2^31 - 1 points with at least one column.
void check_points(PointsView points);

/// Throws Error unless all arrays of a graph from outside agree with each other, so that no stage
/// reads beyond an end: edges ascend, lists are as NeighborLists says and their union gives the
/// edges, and adjacency and components follow from the edges. O(nodes + edges).
void check_graph(const Graph& graph);

/// Throws Error for more edges than their numbers, 32-bit integers, can tell apart.
void check_edge_count(std::int64_t edges);

}  // namespace gnac::detail
