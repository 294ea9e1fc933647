#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <utility>

#include "gnac/error.h"
#include "gnac/graph.h"
#include "graph/check.h"
#include "graph/knn.h"
#include "graph/samples.h"
#include "io/message.h"

namespace gnac::detail {
namespace {

using testing::gaussian_points;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(BuildGraph, TwoPointsAreOneEdge) {
  const Graph g = build_graph(Points{{0, 3, 0, 7}, 2, 2});
  EXPECT_EQ(g.edges, (std::vector<Edge>{{0, 1}}));
  EXPECT_EQ(g.distance[0], 4);
  EXPECT_EQ(g.degree(0), 1);
}

TEST(BuildGraph, ManyNeighboursOfFewPointsAreAllOfThem) {
  Options options;
  options.neighbors = 100;
  const Graph g = build_graph(gaussian_points(12, 3), options);
  EXPECT_EQ(g.edges.size(), 12 * 11 / 2);
}

TEST(BuildGraph, RefusesPointsWithOneSentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(contains(message_of([&] {
                         build_graph(Points{{1, 2}, 1, 2});
                       }),
                       "at least 2 points"));
  EXPECT_TRUE(contains(message_of([&] { build_graph(Points{{}, 0, 2}); }), "at least 2 points"));
  EXPECT_TRUE(contains(message_of([&] { build_graph(Points{{}, 3, 0}); }), "no columns"));
  EXPECT_TRUE(contains(message_of([&] {
                         build_graph(Points{{1, 2, 3, nan}, 2, 2});
                       }),
                       "row 2, column 2"));
  EXPECT_TRUE(contains(message_of([&] {
                         build_graph(Points{{1, 2, -inf, 4}, 2, 2});
                       }),
                       "row 2, column 1"));
  EXPECT_TRUE(contains(message_of([&] { build_graph(Points{{1, 2, 1e200, 4}, 2, 2}); }), "1e150"));
  Options options;
  options.neighbors = -1;
  EXPECT_TRUE(
      contains(message_of([&] { build_graph(gaussian_points(5, 2), options); }), "neighbors"));
}

TEST(BuildGraph, TellsItsStageAndStops) {
  const Points points = gaussian_points(3000, 3);
  std::vector<double> fractions;
  build_graph(points, {}, [&](const Progress& p) {
    EXPECT_EQ(p.stage, Stage::graph);
    fractions.push_back(p.fraction);
    return true;
  });
  EXPECT_EQ(fractions.front(), 0);
  EXPECT_EQ(fractions.back(), 1);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_THROW(build_graph(points, {}, [](const Progress& p) { return p.fraction < 0.5; }),
               Cancelled);
}

TEST(GraphFromEdges, TheKnnRelationGivesTheKnnGraph) {
  const Points points = gaussian_points(300, 4, 31);
  Team team(1);
  const NeighborLists lists = knn(points, 15, team);
  EdgeList list{points.n, {}, {}, {}};
  for (std::int32_t i = 0; i < points.n; ++i) {
    for (const std::int32_t j : lists.indices(i)) {
      list.from.push_back(i);
      list.to.push_back(j);
    }
  }
  const Graph expected = build_graph(points);
  const Graph g = graph_from_edges(list, points);
  EXPECT_EQ(g.edges, expected.edges);
  EXPECT_EQ(g.distance, expected.distance);
  EXPECT_EQ(g.geometry, expected.geometry);
  EXPECT_EQ(g.weight, expected.weight);
  EXPECT_EQ(g.sigma, expected.sigma);
}

TEST(GraphFromEdges, DropsSelfLoopsAndKeepsTheSmallestOfRepeatedDistances) {
  const Points points = gaussian_points(4, 2);
  const EdgeList list{4, {0, 0, 1, 2, 0}, {1, 1, 0, 2, 2}, {5, 3, 4, 0, 2}};
  const Graph g = graph_from_edges(list, points);
  EXPECT_EQ(g.edges, (std::vector<Edge>{{0, 1}, {0, 2}}));
  EXPECT_EQ(g.distance, (std::vector<double>{3, 2}));
  EXPECT_EQ(g.geometry[0][2], 1) << "named in both directions";
  EXPECT_EQ(g.geometry[1][2], 0);
  EXPECT_EQ(g.degree(3), 0) << "a node without edges is a component of its own";
  EXPECT_EQ(g.component, (std::vector<std::int32_t>{0, 0, 0, 1}));
}

TEST(GraphFromEdges, RefusesWhatDoesNotFit) {
  const Points points = gaussian_points(3, 2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refuse = [&](const EdgeList& list) {
    return message_of([&] { graph_from_edges(list, points); });
  };
  EXPECT_TRUE(contains(refuse({4, {0}, {1}, {}}), "4 nodes but there are 3 points"));
  EXPECT_TRUE(contains(refuse({3, {}, {}, {}}), "no edges"));
  EXPECT_TRUE(contains(refuse({3, {1}, {1}, {}}), "only self-loops"));
  EXPECT_TRUE(contains(refuse({3, {0, 1}, {1}, {}}), "2 sources, 1 targets"));
  EXPECT_TRUE(contains(refuse({3, {0, 1}, {1, 2}, {1}}), "1 distances"));
  EXPECT_TRUE(contains(refuse({3, {0, 1}, {1, 3}, {}}), "edge 2 joins nodes 1 and 3"));
  EXPECT_TRUE(contains(refuse({3, {-1}, {1}, {}}), "numbered 0 to 2"));
  EXPECT_TRUE(contains(refuse({3, {0}, {1}, {-1}}), "distance -1"));
  EXPECT_TRUE(contains(refuse({3, {0}, {1}, {nan}}), "distance nan"));
}

// Each array of a graph from outside that disagrees with the others would be read beyond its end.
TEST(CheckGraph, FindsEveryArrayThatDisagrees) {
  const Points points = gaussian_points(60, 2);
  const Graph whole = build_graph(points);
  EXPECT_NO_THROW(check_graph(whole));
  const std::vector<std::pair<const char*, std::function<void(Graph&)>>> faults{
      {"no edges", [](Graph& g) { g.edges.clear(); }},
      {"distances", [](Graph& g) { g.distance.pop_back(); }},
      {"weights", [](Graph& g) { g.weight.clear(); }},
      {"geometries", [](Graph& g) { g.geometry.pop_back(); }},
      {"0 <= i < j < 60", [](Graph& g) { g.edges.back().j = 60; }},
      {"0 <= i < j < 60", [](Graph& g) { g.edges.front().i = -1; }},
      {"not after", [](Graph& g) { std::swap(g.edges[3], g.edges[4]); }},
      {"has distance nan", [](Graph& g) { g.distance[2] = std::nan(""); }},
      {"offset", [](Graph& g) { g.offset.pop_back(); }},
      {"offset", [](Graph& g) { g.offset[7] += 1000; }},
      {"neighbor", [](Graph& g) { g.neighbor.resize(5); }},
      {"neighbor", [](Graph& g) { g.neighbor[9] = 4000; }},
      {"edge_of", [](Graph& g) { g.edge_of[0] = -1; }},
      {"components", [](Graph& g) { g.component[5] = 7; }},
      {"components", [](Graph& g) { g.components = 0; }},
      {"lists", [](Graph& g) { g.lists = {}; }},
      {"lists", [](Graph& g) { g.lists.offset[4] = 1 << 20; }},
      {"lists", [](Graph& g) { g.lists.distance.pop_back(); }},
      {"no edge joins them", [](Graph& g) { g.lists.index[3] = 1 << 20; }},
      {"no edge joins them", [](Graph& g) { g.lists.index[0] = 0; }},
      {"does not ascend", [](Graph& g) { std::swap(g.lists.distance[0], g.lists.distance[1]); }},
      {"repeats a point", [](Graph& g) { g.lists.index[1] = g.lists.index[0]; }},
  };
  for (const auto& [what, spoil] : faults) {
    Graph graph = whole;
    spoil(graph);
    EXPECT_TRUE(contains(message_of([&] { check_graph(graph); }), what)) << what;
  }
}

/// A grid turned by some angle: neighbours whose distances are equal but for the last bit of their
/// squares.
Points turned_grid() {
  Points points{{}, 400, 2};
  for (int i = 0; i < 400; ++i) {
    const double x = i / 20, y = i % 20;
    points.values.push_back(std::cos(0.3) * x + std::sin(0.3) * y);
    points.values.push_back(std::cos(0.3) * y - std::sin(0.3) * x);
  }
  return points;
}

// It was refused: no model of such points could be saved or used.
TEST(CheckGraph, LetsDistancesBeEqualWhoseSquaresDiffer) {
  const Graph graph = build_graph(turned_grid());
  bool unordered = false;
  for (std::int64_t i = 0; i < graph.nodes; ++i) {
    const auto index = graph.lists.indices(i);
    const auto distance = graph.lists.distances(i);
    for (std::size_t e = 1; e < index.size(); ++e)
      unordered = unordered || (distance[e - 1] == distance[e] && index[e - 1] > index[e]);
  }
  EXPECT_TRUE(unordered) << "the case that this test is about";
  EXPECT_NO_THROW(check_graph(graph));
}

TEST(CheckGraph, EdgesAreNumberedIn32Bits) {
  EXPECT_NO_THROW(check_edge_count(2147483647));
  EXPECT_TRUE(contains(message_of([] { check_edge_count(2147483648); }), "2147483648 edges"));
}

}  // namespace
}  // namespace gnac::detail
