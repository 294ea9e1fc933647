// The views of a graph, and the choice among them.
#include "readout/cut_views.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnac/graph.h"
#include "readout/graphs.h"
#include "readout/sized_cut.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

std::vector<std::int64_t> sizes(const std::vector<std::int32_t>& labels, int clusters) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t l : labels) ++size[l];
  return size;
}

/// Two cliques of `size` nodes, joined by edges of weight `between`, and a pair of nodes that hangs
/// on the first by an edge of weight `tie`: the cheapest normalised cut by far.
WeightedGraph cliques_with_a_tail(int size, double between, double tie) {
  std::vector<WeightedEdge> edges;
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < size; ++i) {
      for (int j = i + 1; j < size; ++j) edges.push_back({c * size + i, c * size + j, 1.0});
    }
  }
  for (int i = 0; i < size; ++i) edges.push_back({i, size + i, between});
  edges.push_back({0, 2 * size, tie});
  edges.push_back({2 * size, 2 * size + 1, 1.0});
  std::sort(edges.begin(), edges.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(a.i, a.j) < std::pair(b.i, b.j);
  });
  return make_graph(2 * size + 2, edges);
}

std::vector<std::int32_t> cut(const WeightedGraph& g, int clusters) {
  Team team(1);
  const std::vector<Bridge> bridges;
  return sized_cut(
      {.graph = g.graph, .affinity = g.affinity, .weight = {}, .bridges = bridges, .merges = {}},
      clusters, 7, team);
}

TEST(SizedCut, GivesSliversBackToTheClusterThatTheyAreTiedTo) {
  const WeightedGraph g = cliques_with_a_tail(20, 0.5, 1e-4);
  const auto labels = cut(g, 2);
  for (int v = 0; v < 20; ++v) EXPECT_EQ(labels[v], 0);
  for (int v = 20; v < 40; ++v) EXPECT_EQ(labels[v], 1);
  EXPECT_EQ(labels[40], 0);
  EXPECT_EQ(labels[41], 0);
}

TEST(SizedCut, IsThePlainCutWithoutSlivers) {
  const auto g = clique_chain(4, 12, 0.05);
  const auto labels = cut(g, 4);
  for (int v = 0; v < 48; ++v) EXPECT_EQ(labels[v], v / 12);
}

TEST(SizedCut, GivesExactlyKAlways) {
  const auto g = clique_chain(3, 7, 0.3);
  for (int k = 1; k < 21; ++k) {
    const auto labels = cut(g, k);
    const auto size = sizes(labels, k);
    EXPECT_EQ(std::count(size.begin(), size.end(), 0), 0) << k;
  }
}

ViewCut cut_of(View view, std::vector<std::int32_t> labels, double agreement, double least) {
  return {.view = view, .labels = std::move(labels), .agreement = agreement, .least = least};
}

TEST(BestView, AgreesMostAndHasNoSlivers) {
  const std::vector<ViewCut> cuts{cut_of(View::spectral, {}, 0.9, 0.01),
                                  cut_of(View::merging, {}, 0.5, 0.8),
                                  cut_of(View::tree, {}, 0.6, 0.7)};
  EXPECT_EQ(best_view(cuts, 1), 2U);
  EXPECT_EQ(best_view(cuts, 0), 2U) << "slivers have no margin";
  const std::vector<ViewCut> slivers{cut_of(View::spectral, {}, 0.4, 0.01),
                                     cut_of(View::merging, {}, 0.5, 0.02)};
  EXPECT_EQ(best_view(slivers, 1), 1U);
  const std::vector<ViewCut> equal{cut_of(View::spectral, {}, 0.5, 1),
                                   cut_of(View::merging, {}, 0.5, 1)};
  EXPECT_EQ(best_view(equal, 1), 0U);
  const std::vector<ViewCut> close{cut_of(View::spectral, {}, 0.5, 1),
                                   cut_of(View::merging, {}, 0.55, 1)};
  EXPECT_EQ(best_view(close, 1), 1U);
  EXPECT_EQ(best_view(close, 0), 0U) << "where the rule knows best, its cut stays";
}

/// Two round clouds.
Points two_clouds(std::int64_t n) {
  Points points{{}, n, 2};
  for (std::int64_t i = 0; i < n; ++i) {
    const double angle = 2.399963 * static_cast<double>(i);
    const double radius = std::sqrt(static_cast<double>(i / 2) / static_cast<double>(n / 2));
    points.values.push_back(radius * std::cos(angle) + (i % 2 == 0 ? 0 : 3));
    points.values.push_back(radius * std::sin(angle));
  }
  return points;
}

TEST(Views, OfGroupsAgreeWithThoseOfEveryNode) {
  Team team(2, {}, Team::Size::exact);
  const std::int64_t n = kMostSurveyed + 2000;
  const Points points = two_clouds(n);
  const Graph graph = build_graph(points);
  const std::vector<float> open(graph.edges.size(), 0.9F);
  Reading reading = survey(graph, points, open, 2, 7, team);
  ASSERT_TRUE(reading.groups.has_value());
  const auto cuts = view_cuts(reading, graph, points, 2, 1, 7, team);
  ASSERT_EQ(cuts.size(), 7U);
  for (const ViewCut& cut : cuts) {
    if (cut.view == View::tree) continue;  // even density has no weakest link
    const auto labels = view_labels(cut, reading, graph, 2, 7, team);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(labels[i], i % 2) << to_string(cut.view) << i;
  }
}

TEST(Views, AreTheSameAtAnyNumberOfThreads) {
  const Points points = two_clouds(3000);
  const Graph graph = build_graph(points);
  std::vector<float> conductance;
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    conductance.push_back(0.1F + 0.9F * static_cast<float>(e % 97) / 97.0F);
  const auto of = [&](int threads) {
    Team team(threads, {}, Team::Size::exact);
    const Reading reading = read_conductance(graph, points, conductance, 3, 3, 7, team);
    return view_cuts(reading, graph, points, 3, 0.5, 7, team);
  };
  const auto one = of(1), three = of(3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t v = 0; v < one.size(); ++v) {
    EXPECT_EQ(one[v].labels, three[v].labels) << to_string(one[v].view);
    EXPECT_EQ(one[v].agreement, three[v].agreement);
  }
}

}  // namespace
}  // namespace gnac::detail
