#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "gnac/certainty.h"
#include "gnac/graph.h"
#include "readout/boundaries.h"
#include "readout/cluster_count.h"
#include "readout/confidence.h"
#include "readout/cut_agreement.h"
#include "readout/graphs.h"
#include "readout/memberships.h"
#include "readout/outliers.h"
#include "readout/reading.h"

// What is said about a partition besides its labels: number of clusters, memberships, outliers,
// confidence.
namespace gnac::detail {
namespace {

using namespace testing_graphs;

struct Case {
  Graph graph;
  Points points;
  std::vector<float> conductance;
};

Case as_case(const WeightedGraph& g) {
  Case c{g.graph, {{}, g.graph.nodes, 0}, {}};
  c.graph.distance.assign(g.graph.edges.size(), 1.0);
  for (const double a : g.affinity) c.conductance.push_back(static_cast<float>(a));
  return c;
}

int best_for(const Case& c, int most, double resolution = 1, std::int64_t smallest = 1) {
  Team team(1);
  const CountChoice choice =
      choose_count(c.graph, c.points, c.conductance,
                   {.most = most, .smallest = smallest, .resolution = resolution}, 7, team);
  EXPECT_EQ(choice.evidence.front().clusters, 1);
  for (const CountEvidence& e : choice.evidence) {
    EXPECT_GE(e.score, 0);
    EXPECT_LE(e.score, choice.evidence[choice.best].score);
    EXPECT_LE(e.clusters, std::max(most, 1));
  }
  return choice.clusters();
}

TEST(ClusterCount, CliquesThatHardlyConductBetweenThemAreCounted) {
  EXPECT_EQ(best_for(as_case(clique_chain(3, 20, 0.01)), 8), 3);
  EXPECT_EQ(best_for(as_case(clique_chain(6, 12, 0.01)), 12), 6);
}

TEST(ClusterCount, WhatConductsThroughoutIsOneCluster) {
  EXPECT_EQ(best_for(as_case(ring(60)), 8), 1);
  EXPECT_EQ(best_for(as_case(torus(9, 11)), 8), 1);
  EXPECT_EQ(best_for(as_case(complete(40)), 6), 1);
}

// More cliques than are compared at first.
TEST(ClusterCount, ThereIsNoCeiling) {
  Team team(2);
  for (const int cliques : {30, 45}) {
    const Case c = as_case(clique_chain(cliques, 24, 0.01));
    const CountChoice choice = choose_count(c.graph, c.points, c.conductance, {}, 7, team);
    EXPECT_EQ(choice.clusters(), cliques);
  }
}

TEST(ClusterCount, WishesAreHeeded) {
  const Case c = as_case(clique_chain(6, 12, 0.01));
  EXPECT_LE(best_for(c, 4), 4);
  EXPECT_EQ(best_for(c, 12, 1, 12), 6);
  EXPECT_LT(best_for(c, 12, 1, 13), 6) << "cliques have twelve points";
  int before = 0;
  for (const double resolution : {0.02, 0.2, 1.0, 5.0, 50.0}) {
    const int found = best_for(c, 12, resolution);
    EXPECT_GE(found, before) << resolution;
    before = found;
  }
}

TEST(Memberships, RowsSumToOneAndTheLabelIsTheLargest) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto n = *rc::gen::inRange<std::int32_t>(2, 60);
    const auto clusters = *rc::gen::inRange(1, n + 1);
    const auto g = random_graph(n, n, 6, *rc::gen::inRange<std::uint64_t>(0, 1000));
    const Case c = as_case(g);
    std::vector<std::int32_t> labels;
    for (std::int32_t v = 0; v < n; ++v) {
      labels.push_back(v < clusters ? v : *rc::gen::inRange(0, clusters));
    }
    const auto m = memberships(c.graph, c.conductance, labels, clusters, team);
    for (std::int32_t v = 0; v < n; ++v) {
      double sum = 0;
      for (int k = 0; k < clusters; ++k) {
        const float p = m[v * clusters + k];
        RC_ASSERT(p >= 0);
        RC_ASSERT(k == labels[v] || p < m[v * clusters + labels[v]]);
        sum += static_cast<double>(p);
      }
      RC_ASSERT(std::abs(sum - 1) < 1e-5);
    }
  }));
}

TEST(Memberships, TheLabelComesFirstAndTheSumStays) {
  const auto first = [](std::vector<float> row, std::int32_t label) {
    put_label_first(row, label);
    return row;
  };
  const auto above = [](float x) { return std::nextafter(x, 1.0F); };
  EXPECT_EQ(first({0.5F, 0.25F, 0.25F}, 0), (std::vector{0.5F, 0.25F, 0.25F}));
  EXPECT_EQ(first({0.5F, 0.5F}, 1), (std::vector{0.5F, above(0.5F)}));
  EXPECT_EQ(first({0.5F, 0.25F, 0.25F}, 1), (std::vector{0.375F, above(0.375F), 0.25F}));
  // Two are above: the mean with the largest alone would leave the other one there.
  EXPECT_EQ(first({0.0F, 0.5F, 0.4375F, 0.0625F}, 3),
            (std::vector{0.0F, 0.33333334F, 0.33333334F, above(0.33333334F)}));
}

TEST(Memberships, APointAtTheBoundaryIsLessSure) {
  Team team(1);
  const Case c = as_case(clique_chain(2, 10, 1.0));
  std::vector<std::int32_t> labels(20, 0);
  std::fill(labels.begin() + 10, labels.end(), 1);
  const auto m = memberships(c.graph, c.conductance, labels, 2, team);
  EXPECT_LT(m[9 * 2], m[0]);
  EXPECT_LT(m[10 * 2 + 1], m[19 * 2 + 1]);
  EXPECT_GT(m[0], 0.8F);
}

/// A square of even density.
Points even_square(std::int64_t n, double side) {
  Points points{{}, n, 2};
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<double>(i);
    points.values.push_back(side * std::fmod(0.5 + at * 0.7548776662466927, 1.0));
    points.values.push_back(side * std::fmod(0.5 + at * 0.5698402909980532, 1.0));
  }
  return points;
}

TEST(Outliers, APointFarFromAllScoresHighest) {
  Points points = even_square(200, 1);
  points.values.insert(points.values.end(), {2.5, 2.5});
  ++points.n;
  Team team(2);
  const auto score = outlier_scores(build_graph(points), {}, team);
  EXPECT_GT(score[200], kOutlierThreshold);
  for (int v = 0; v < 200; ++v) EXPECT_LT(score[v], score[200]);
  EXPECT_LE(
      std::count_if(score.begin(), score.end() - 1, [](double s) { return s > kOutlierThreshold; }),
      2);
}

// Between a dense and a sparse group distances differ by ten; only the local scale can tell.
TEST(Outliers, ASparseGroupIsNotNoiseAndAPointBesideADenseOneIs) {
  Points points = even_square(200, 1);
  Points sparse = even_square(200, 10);
  for (std::int64_t i = 0; i < sparse.n; ++i) sparse.values[2 * i] += 20;
  points.values.insert(points.values.end(), sparse.values.begin(), sparse.values.end());
  points.values.insert(points.values.end(), {1.6, 0.5});
  points.n = 401;
  Team team(1);
  const auto score = outlier_scores(build_graph(points), {}, team);
  std::vector<double> of_sparse(score.begin() + 200, score.begin() + 400);
  std::nth_element(of_sparse.begin(), of_sparse.begin() + 190, of_sparse.end());
  EXPECT_GT(score[400], of_sparse[190]) << "above 95 % of the sparse group";
}

// Two points that differ only in their edges: those of the second conduct less.
TEST(Outliers, WhatHardlyConductsScoresHigher) {
  Team team(1);
  const Graph graph = build_graph(even_square(200, 1));
  std::vector<float> conductance(graph.edges.size(), 1.0F);
  const auto before = outlier_scores(graph, conductance, team);
  constexpr std::int32_t kNode = 77;
  for (auto e = graph.offset[kNode]; e < graph.offset[kNode + 1]; ++e)
    conductance[graph.edge_of[e]] = 0.0F;
  EXPECT_GT(outlier_scores(graph, conductance, team)[kNode], before[kNode]);
}

TEST(Confidence, ClearClustersAreSureAndBlurredOnesAreNot) {
  Team team(1);
  const auto of = [&](const Case& c, int clusters) {
    const auto reading =
        read_conductance(c.graph, c.points, c.conductance, clusters, clusters, 7, team);
    auto all = conductance_cuts(reading, c.graph, clusters, team);
    judge_views(all, c.graph, c.conductance, clusters, 0, team);
    return confidence(all, 0, reading, c.graph, clusters);
  };
  const auto clear = of(as_case(clique_chain(4, 12, 0.01)), 4);
  const auto blurred = of(as_case(torus(8, 9)), 4);
  EXPECT_GT(clear.fit, 0.9);
  EXPECT_LT(blurred.fit, clear.fit);
  ASSERT_EQ(clear.clusters.size(), 4U);
  for (const double k : clear.clusters) EXPECT_GT(k, 0.95);
  EXPECT_LT(*std::min_element(blurred.clusters.begin(), blurred.clusters.end()), 0.95);
}

TEST(CutEdges, AreWhatTheirConductanceSays) {
  // Two cliques of four, α 0.9 inside, joined by six edges of α 0.2.
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 0; i < 8; ++i) {
    for (std::int32_t j = i + 1; j < 8; ++j) {
      if (i / 4 == j / 4) edges.push_back({i, j, 0.9});
    }
  }
  for (std::int32_t q = 0; q < 6; ++q) edges.push_back({q % 4, 4 + (q + q / 4) % 4, 0.2});
  const Case c = as_case(make_graph(8, edges));
  const CutEdges found = cut_edges(c.graph, c.conductance, std::vector{0, 0, 0, 0, 1, 1, 1, 1});
  EXPECT_NEAR(found.alpha, 0.2, 1e-6);
  EXPECT_NEAR(found.log_odds, 6 * std::log(0.8 / 0.2) / 18, 1e-6);
  const CutEdges none = cut_edges(c.graph, c.conductance, std::vector(8, 0));
  EXPECT_EQ(none.alpha, 0);
  EXPECT_EQ(none.log_odds, 0);
}

TEST(Agreement, IsTheAdjustedRandIndex) {
  using Labels = std::vector<std::int32_t>;
  EXPECT_DOUBLE_EQ(rand_agreement(Labels{0, 0, 1, 1}, Labels{1, 1, 0, 0}), 1.0);
  EXPECT_DOUBLE_EQ(rand_agreement(Labels{0, 0, 0}, Labels{0, 0, 0}), 1.0);
  EXPECT_NEAR(rand_agreement(Labels{0, 0, 1, 1}, Labels{0, 0, 1, 2}), 0.5714285714285714, 1e-12);
  EXPECT_NEAR(rand_agreement(Labels{0, 0, 1, 1}, Labels{0, 1, 0, 1}), -0.5, 1e-12);
  Labels a(200), b(200);
  for (int i = 0; i < 200; ++i) {
    a[i] = i / 2;
    b[i] = i / 4;
  }
  EXPECT_NEAR(rand_agreement(a, b), 0.4962025316455696, 1e-12);  // many clusters, few points
}

}  // namespace
}  // namespace gnac::detail
