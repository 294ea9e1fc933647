#include "graph/order.h"

#include <gtest/gtest.h>

#include <numeric>

#include "graph/samples.h"

namespace gnac::detail {
namespace {

// Mean distance in the order between the two ends of an edge.
double mean_span(const Graph& graph, const std::vector<std::int32_t>& order) {
  std::vector<std::int64_t> place(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) place[order[p]] = static_cast<std::int64_t>(p);
  double sum = 0;
  for (const Edge& e : graph.edges) sum += static_cast<double>(std::abs(place[e.i] - place[e.j]));
  return sum / static_cast<double>(graph.edges.size());
}

TEST(LocalityOrder, IsAPermutationThatKeepsComponentsTogether) {
  Points points = testing::gaussian_points(900, 2, 41);
  for (std::int64_t i = 0; i < points.n; ++i)
    points.values[2 * i] += 100.0 * static_cast<double>(i % 3);
  Options options;
  options.neighbors = 8;
  const Graph graph = build_graph(points, options);
  ASSERT_GE(graph.components, 3);
  const auto order = locality_order(graph);
  std::vector<int> hits(points.n);
  for (const std::int32_t v : order) ++hits[v];
  EXPECT_EQ(hits, std::vector<int>(points.n, 1));
  for (std::size_t p = 1; p < order.size(); ++p) {
    EXPECT_LE(graph.component[order[p - 1]], graph.component[order[p]]);
  }
}

TEST(LocalityOrder, WalksAPathFromEndToEnd) {
  // The path 3-0-4-1-2.
  const EdgeList list{5, {3, 0, 4, 1}, {0, 4, 1, 2}, {1, 1, 1, 1}};
  const Graph graph = graph_from_edges(list, testing::gaussian_points(5, 1));
  const auto order = locality_order(graph);
  const std::vector<std::int32_t> forth{3, 0, 4, 1, 2};
  const std::vector<std::int32_t> back{2, 1, 4, 0, 3};
  EXPECT_TRUE(order == forth || order == back);
}

TEST(LocalityOrder, PutsNeighboursClose) {
  const Graph graph = build_graph(testing::gaussian_points(4000, 2, 42));
  std::vector<std::int32_t> rows(graph.nodes);
  std::iota(rows.begin(), rows.end(), 0);
  EXPECT_LT(mean_span(graph, locality_order(graph)), 0.15 * mean_span(graph, rows));
}

}  // namespace
}  // namespace gnac::detail
