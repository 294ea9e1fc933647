// The views of a graph, and the choice among them.
#include "readout/cut_views.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnac/graph.h"
#include "readout/boundaries.h"
#include "readout/communities.h"
#include "readout/graphs.h"
#include "readout/merging.h"
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
  return sized_cut({.graph = g.graph,
                    .affinity = g.affinity,
                    .weight = {},
                    .volume = {},
                    .bridges = bridges,
                    .merges = {}},
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

ViewCut scored(double score, double least) {
  ViewCut cut;
  cut.score = score;
  cut.least = least;
  return cut;
}

TEST(BestView, HasTheHighestScoreAndNoSlivers) {
  EXPECT_EQ(best_view(std::vector{scored(0.9, 0.01), scored(0.5, 0.8), scored(0.6, 0.7)}), 2U);
  EXPECT_EQ(best_view(std::vector{scored(0.4, 0.01), scored(0.5, 0.02)}), 1U) << "all have slivers";
  EXPECT_EQ(best_view(std::vector{scored(0.5, 1), scored(0.5, 1)}), 0U) << "the first of equals";
  ViewCut small = scored(0.2, 0.01);
  small.finds_small = true;
  EXPECT_EQ(best_view(std::vector{scored(0.9, 1), small}), 1U) << "small but truly separate";
}

/// A grid of spacing 1 and, `gap` from its corner, three points that are `spread` apart. The last
/// label is theirs.
struct GridAndThree {
  Graph graph;
  std::vector<std::int32_t> labels;
  GridAndThree(double gap, double spread) {
    Points points{{}, 103, 2};
    for (int i = 0; i < 100; ++i)
      points.values.insert(points.values.end(), {i % 10 * 1.0, i / 10 * 1.0});
    for (const auto& [x, y] : {std::pair(0.0, 0.0), std::pair(spread, 0.0), std::pair(0.0, spread)})
      points.values.insert(points.values.end(), {9 + gap + x, 9 + y});
    graph = build_graph(points);
    labels.assign(103, 0);
    std::fill(labels.begin() + 100, labels.end(), 1);
  }
  bool separate() const { return small_are_separate(graph, labels, 2, kSizedShare); }
};

TEST(SmallClusters, AreSeparateIfTheGapIsWiderThanDistancesOnBothSides) {
  EXPECT_TRUE(GridAndThree(4, 0.5).separate());
  EXPECT_FALSE(GridAndThree(1.5, 0.5).separate()) << "as close as points of the grid are";
  EXPECT_FALSE(GridAndThree(4, 3).separate()) << "outliers, no closer to each other";
  GridAndThree one(4, 0.5);
  one.labels[100] = one.labels[101] = 0;
  EXPECT_FALSE(one.separate()) << "a single point";
}

/// A path of eight nodes with one edge of another conductance, between the third and the fourth.
struct Chain {
  Graph graph;
  std::vector<float> conductance;
  Chain(float weak, float others) {
    std::vector<WeightedEdge> edges;
    for (std::int32_t v = 0; v + 1 < 8; ++v) edges.push_back({v, v + 1, 1.0});
    graph = make_graph(8, edges).graph;
    conductance.assign(graph.edges.size(), others);
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      if (graph.edges[e].i == 2) conductance[e] = weak;
  }
};

ViewCut cut_of(View view, std::vector<std::int32_t> labels) {
  ViewCut cut;
  cut.view = view;
  cut.labels = std::move(labels);
  return cut;
}

/// Three views cut after the third node, the others in the middle.
std::vector<ViewCut> divided_views() {
  const std::vector<std::int32_t> weak{0, 0, 0, 1, 1, 1, 1, 1}, middle{0, 0, 0, 0, 1, 1, 1, 1};
  return {cut_of(View::spectral, weak),
          cut_of(View::merging, weak),
          cut_of(View::tree, weak),
          cut_of(View::soft, middle),
          cut_of(View::soft_merging, middle),
          cut_of(View::bare, middle),
          cut_of(View::soft_centroid, middle),
          cut_of(View::bare_centroid, middle)};
}

TEST(JudgeViews, TheRuleDecidesInFewDimensionsAndTheMajorityInMany) {
  Team team(1);
  const Chain chain(0.05F, 0.35F);
  auto cuts = divided_views();
  judge_views(cuts, chain.graph, chain.conductance, 2, 2, team);
  EXPECT_NEAR(cuts[0].cut_alpha, 0.05, 1e-6);
  EXPECT_NEAR(cuts[3].cut_alpha, 0.35, 1e-6);
  EXPECT_EQ(cuts[best_view(cuts)].view, View::spectral);
  judge_views(cuts, chain.graph, chain.conductance, 2, 9, team);
  EXPECT_EQ(cuts[best_view(cuts)].view, View::soft);
}

TEST(JudgeViews, WhereEveryCutIsThroughOpenEdgesCentresDecide) {
  Team team(1);
  const Chain chain(0.8F, 0.9F);
  auto cuts = divided_views();
  judge_views(cuts, chain.graph, chain.conductance, 2, 2, team);
  EXPECT_EQ(cuts[best_view(cuts)].view, View::soft_centroid);
}

TEST(Communities, MovesUndoEarlyMerges) {
  // Two cliques of six. A wrong hierarchy joins node 5 with the other clique before anything else.
  const auto g = clique_chain(2, 6, 0.05);
  std::vector<TreeLink> merges{{5, 6, 9.0}};
  for (const int v : {1, 2, 3, 4}) merges.push_back({0, v, 5.0});
  for (const int v : {7, 8, 9, 10, 11}) merges.push_back({6, v, 4.0});
  merges.push_back({0, 6, 1.0});
  Team team(1);
  const std::vector<Bridge> none;
  const CutGraph cut{g.graph, g.affinity, {}, {}, none, merges};
  const auto plain = merge_cut(merges, g.graph, none, 2);
  EXPECT_EQ(plain[5], plain[6]);
  const auto labels = community_cut(cut, 2, team);
  for (int v = 0; v < 12; ++v) EXPECT_EQ(labels[v], v / 6) << v;
}

TEST(Communities, GiveExactlyKAlways) {
  const auto g = clique_chain(3, 7, 0.3);
  Team team(1);
  const std::vector<Bridge> none;
  const auto merges = average_merges(g.graph, g.affinity, team);
  const CutGraph cut{g.graph, g.affinity, {}, {}, none, merges};
  std::vector<int> numbers;
  for (int k = 1; k <= 21; ++k) numbers.push_back(k);
  const auto all = community_cuts(cut, numbers, team);
  for (int k = 1; k <= 21; ++k) {
    for (const auto& labels :
         {all[k - 1], community_cut(cut, k, team), sized_community_cut(cut, k, team)}) {
      const auto size = sizes(labels, k);
      EXPECT_EQ(std::count(size.begin(), size.end(), 0), 0) << k;
    }
  }
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
  const auto cuts = view_cuts(reading, graph, points, 2, 7, team);
  ASSERT_EQ(cuts.size(), 8U);
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
    return view_cuts(reading, graph, points, 3, 7, team);
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
