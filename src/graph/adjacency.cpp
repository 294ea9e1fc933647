#include "graph/adjacency.h"

#include <numeric>
#include <utility>

#include "graph/check.h"
#include "graph/components.h"

namespace gnac::detail {

// Rows ascend because the edges do: row v first gets its lower neighbours, as the second end of
// their edges, then its upper ones.
void fill_adjacency(Graph& graph) {
  check_edge_count(std::ssize(graph.edges));
  graph.offset.assign(graph.nodes + 1, 0);
  for (const Edge& edge : graph.edges) {
    ++graph.offset[edge.i + 1];
    ++graph.offset[edge.j + 1];
  }
  std::partial_sum(graph.offset.begin(), graph.offset.end(), graph.offset.begin());
  std::vector<std::int64_t> next(graph.offset.begin(), graph.offset.end() - 1);
  graph.neighbor.resize(2 * graph.edges.size());
  graph.edge_of.resize(2 * graph.edges.size());
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    graph.edge_of[next[i]] = graph.edge_of[next[j]] = static_cast<std::int32_t>(e);
    graph.neighbor[next[i]++] = j;
    graph.neighbor[next[j]++] = i;
  }
  Components components = connected_components(graph.offset, graph.neighbor);
  graph.component = std::move(components.of);
  graph.components = components.count;
}

}  // namespace gnac::detail
