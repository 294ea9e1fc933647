#include "graph/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "graph/adjacency.h"
#include "support/largest_value.h"

namespace gnac::detail {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error("the graph is inconsistent: " + what +
              "; make it by build_graph() or "
              "graph_from_edges()");
}

void check_edges(const Graph& graph) {
  const std::size_t edges = graph.edges.size();
  if (edges == 0) throw Error("the graph has no edges; give at least one");
  if (graph.distance.size() != edges || graph.weight.size() != edges ||
      graph.geometry.size() != edges)
    refuse(fmt::format("it has {} edges but {} distances, {} weights and {} geometries", edges,
                       graph.distance.size(), graph.weight.size(), graph.geometry.size()));
  for (std::size_t e = 0; e < edges; ++e) {
    const auto [i, j] = graph.edges[e];
    if (i < 0 || i >= j || j >= graph.nodes)
      refuse(fmt::format("edge {} joins {} and {}, but 0 <= i < j < {} must hold", e, i, j,
                         graph.nodes));
    if (e > 0 && !(graph.edges[e - 1] < graph.edges[e]))
      refuse(fmt::format("edge {} is not after the one before it", e));
    if (!(graph.distance[e] >= 0 && graph.distance[e] <= kLargestValue))
      refuse(fmt::format("edge {} has distance {}", e, graph.distance[e]));
  }
}

// For a graph whose edges and adjacency have been checked.
void check_lists(const Graph& graph) {
  const NeighborLists& lists = graph.lists;
  if (lists.nodes() != graph.nodes || lists.offset.front() != 0 ||
      lists.offset.back() != std::ssize(lists.index) ||
      lists.index.size() != lists.distance.size() ||
      !std::is_sorted(lists.offset.begin(), lists.offset.end()))
    refuse("its neighbour lists do not follow each other");
  std::vector<char> listed(graph.edges.size(), 0);
  for (std::int64_t i = 0; i < graph.nodes; ++i) {
    const auto index = lists.indices(i);
    const auto distance = lists.distances(i);
    const auto first = graph.neighbor.begin() + graph.offset[i];
    const auto last = graph.neighbor.begin() + graph.offset[i + 1];
    for (std::size_t a = 0; a < index.size(); ++a) {
      const auto at = std::lower_bound(first, last, index[a]);
      if (at == last || *at != index[a])
        refuse(fmt::format("{} is in the list of {} but no edge joins them", index[a], i));
      // The search orders by squares; distinct squares may have the same root, so the indices of
      // equal distances need not ascend.
      if (a > 0 && !(distance[a - 1] <= distance[a] && index[a - 1] != index[a]))
        refuse(fmt::format("the list of {} does not ascend by distance, or repeats a point", i));
      listed[graph.edge_of[at - graph.neighbor.begin()]] = 1;
    }
  }
  const auto missing = std::find(listed.begin(), listed.end(), 0);
  if (missing != listed.end())
    refuse(fmt::format("edge {} is in no neighbour list", missing - listed.begin()));
}

}  // namespace

void check_edge_count(std::int64_t edges) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (edges <= kMost) return;
  throw Error(fmt::format(
      "a graph of {} edges is above the limit of 2^31 - 1; use fewer neighbors or points", edges));
}

void check_graph(const Graph& graph) {
  check_edge_count(std::ssize(graph.edges));
  check_edges(graph);
  Graph own;
  own.nodes = graph.nodes;
  own.edges = graph.edges;
  fill_adjacency(own);
  if (graph.offset != own.offset || graph.neighbor != own.neighbor || graph.edge_of != own.edge_of)
    refuse("offset, neighbor and edge_of do not follow from its edges");
  if (graph.components != own.components || graph.component != own.component)
    refuse("its components do not follow from its edges");
  check_lists(graph);
}

void check_values(PointsView points, std::int64_t first) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      if (std::abs(points(i, c)) <= kLargestValue) continue;
      throw Error(
          fmt::format("the value at row {}, column {} is {}; values must be finite and "
                      "within ±1e150",
                      first + i + 1, c + 1, points(i, c)));
    }
  }
}

void check_points(PointsView points) {
  if (points.n < 2) {
    throw Error(fmt::format("there must be at least 2 points, but there are {}", points.n));
  }
  if (points.d < 1) throw Error("the points have no columns; give at least one feature");
  if (points.n > std::numeric_limits<std::int32_t>::max()) {
    throw Error(fmt::format("{} points are above the limit of 2^31 - 1; sample them", points.n));
  }
  check_values(points);
}

}  // namespace gnac::detail
