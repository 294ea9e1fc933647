#include "graph/symmetrise.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <numeric>

#include "graph/knn.h"
#include "graph/samples.h"

namespace gnac::detail {
namespace {

using testing::gaussian_points;
using testing::grid_points;

Graph knn_graph_of(PointsView points, int k, int threads = 2) {
  Team team(threads, {}, Team::Size::exact);
  return symmetrise(knn(points, k, team), team);
}

// Points 0, 1, 3, 7, 8 on a line with k = 2. By hand: N(0) = {1, 2}, N(1) = {0, 2}, N(2) = {1, 0},
// N(3) = {4, 2}, N(4) = {3, 2}; s = 2, 1.5, 2.5, 2.5, 3; distances 1, 3, 2, 4, 5, 1, so σ = 2.5.
TEST(Symmetrise, AgreesWithAHandComputedExample) {
  const Points line{{0, 1, 3, 7, 8}, 5, 1};
  const Graph g = knn_graph_of(line, 2);
  EXPECT_EQ(g.edges, (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}));
  EXPECT_EQ(g.distance, (std::vector<double>{1, 3, 2, 4, 5, 1}));
  EXPECT_EQ(g.offset, (std::vector<std::int64_t>{0, 2, 4, 8, 10, 12}));
  EXPECT_EQ(g.neighbor, (std::vector<std::int32_t>{1, 2, 0, 2, 0, 1, 3, 4, 2, 4, 2, 3}));
  EXPECT_EQ(g.edge_of, (std::vector<std::int32_t>{0, 1, 0, 2, 1, 2, 3, 4, 3, 5, 4, 5}));
  EXPECT_DOUBLE_EQ(g.sigma, 2.5);
  EXPECT_EQ(g.components, 1);

  const std::vector<double> scale{1.75, 2.25, 2, 2.5, 2.75, 2.75};  // (s_i + s_j) / 2
  const std::vector<double> overlap{1.0 / 3, 1.0 / 3, 1.0 / 3, 0, 0, 1.0 / 3};
  const std::vector<float> mutual{1, 1, 1, 0, 0, 1};
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    const double d = g.distance[e];
    EXPECT_FLOAT_EQ(g.weight[e], static_cast<float>(std::exp(-d * d / (2 * 2.5 * 2.5))));
    EXPECT_FLOAT_EQ(g.geometry[e][0], static_cast<float>(d / (scale[e] + 1e-8)));
    EXPECT_FLOAT_EQ(g.geometry[e][1], static_cast<float>(overlap[e]));
    EXPECT_EQ(g.geometry[e][2], mutual[e]);
  }
}

TEST(Symmetrise, MedianOfAnEvenCountIsTheMeanOfTheMiddleTwo) {
  const Points line{{0, 1, 10, 13}, 4, 1};
  const Graph g = knn_graph_of(line, 1);  // edges 0-1 (1) and 2-3 (3)
  EXPECT_DOUBLE_EQ(g.sigma, 2);
  EXPECT_EQ(g.components, 2);
  EXPECT_EQ(g.component, (std::vector<std::int32_t>{0, 0, 1, 1}));
}

TEST(Symmetrise, IsTheUnionOfTheDirectedRelationInCsrForm) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 200);
    const auto k = *rc::gen::inRange(1, 30);
    const Points points = grid_points(n, 3, 6, *rc::gen::arbitrary<std::uint64_t>());
    const NeighborLists lists = knn(points, k, team);
    const Graph g = symmetrise(lists, team);
    std::map<Edge, int> directions;
    for (std::int32_t i = 0; i < n; ++i) {
      for (const std::int32_t j : lists.indices(i)) ++directions[{std::min(i, j), std::max(i, j)}];
    }
    RC_ASSERT(g.edges.size() == directions.size());
    std::size_t e = 0;
    for (const auto& [edge, count] : directions) {
      RC_ASSERT(g.edges[e] == edge);
      RC_ASSERT(g.geometry[e][2] == (count == 2 ? 1.0f : 0.0f));
      RC_ASSERT(g.geometry[e][1] >= 0 && g.geometry[e][1] <= 1);
      ++e;
    }
    for (std::int32_t v = 0; v < n; ++v) {
      for (std::int64_t at = g.offset[v]; at < g.offset[v + 1]; ++at) {
        const Edge& edge = g.edges[g.edge_of[at]];
        RC_ASSERT(
            (at == g.offset[v] || g.neighbor[at - 1] < g.neighbor[at]));  // () keep the short cut
        RC_ASSERT(edge == (Edge{std::min(v, g.neighbor[at]), std::max(v, g.neighbor[at])}));
      }
    }
    RC_ASSERT(g.offset.back() == 2 * std::ssize(g.edges));
  }));
}

TEST(Symmetrise, EqualPointsHaveFiniteAttributes) {
  const Points points{std::vector<double>(60, 4.0), 30, 2};
  const Graph g = knn_graph_of(points, 5);
  EXPECT_EQ(g.sigma, 0);
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    EXPECT_EQ(g.weight[e], 1);
    EXPECT_EQ(g.geometry[e][0], 0);
  }
}

// More than half of all edges have length 0: the RBF scale vanishes, and longer edges weigh
// nothing.
TEST(Symmetrise, AVanishingScaleGivesTheLimitOfTheWeight) {
  Points points{std::vector<double>(20, 0.0), 20, 1};
  points.values[19] = 1;
  const Graph g = knn_graph_of(points, 3);
  EXPECT_EQ(g.sigma, 0);
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    EXPECT_EQ(g.weight[e], g.distance[e] == 0 ? 1.0f : 0.0f);
    EXPECT_TRUE(std::isfinite(g.geometry[e][0]));
  }
}

TEST(Symmetrise, SameBytesAtAnyThreadCount) {
  const Points points = grid_points(6000, 4, 30, 3);
  const Graph expected = knn_graph_of(points, 15, 1);
  for (const int threads : {2, 3, 4}) {
    const Graph g = knn_graph_of(points, 15, threads);
    EXPECT_EQ(g.edges, expected.edges);
    EXPECT_EQ(g.distance, expected.distance);
    EXPECT_EQ(g.weight, expected.weight);
    EXPECT_EQ(g.geometry, expected.geometry);
    EXPECT_EQ(g.neighbor, expected.neighbor);
    EXPECT_EQ(g.edge_of, expected.edge_of);
    EXPECT_EQ(g.sigma, expected.sigma);
    EXPECT_EQ(g.component, expected.component);
  }
}

TEST(Symmetrise, PermutingRowsPermutesTheGraph) {
  for (const int d : {2, 9}) {
    const Points points = gaussian_points(1200, d, 21);
    std::vector<std::int32_t> to(points.n);  // row i moves to row to[i]
    std::iota(to.begin(), to.end(), 0);
    Draws draws(22, Stream::generator);
    for (std::int64_t i = points.n - 1; i > 0; --i) std::swap(to[i], to[draws.below(i + 1)]);
    Points moved = points;
    for (std::int64_t i = 0; i < points.n; ++i) {
      std::copy_n(points.row(i).begin(), d, moved.values.begin() + to[i] * d);
    }
    const Graph a = knn_graph_of(points, 10);
    const Graph b = knn_graph_of(moved, 10);
    ASSERT_EQ(a.edges.size(), b.edges.size());
    EXPECT_EQ(a.sigma, b.sigma);
    EXPECT_EQ(a.components, b.components);
    for (std::size_t e = 0; e < a.edges.size(); ++e) {
      const std::int32_t i = to[a.edges[e].i];
      const std::int32_t j = to[a.edges[e].j];
      const Edge image{std::min(i, j), std::max(i, j)};
      const auto f = std::lower_bound(b.edges.begin(), b.edges.end(), image) - b.edges.begin();
      ASSERT_EQ(b.edges[f], image);
      EXPECT_EQ(a.distance[e], b.distance[f]);
      EXPECT_EQ(a.weight[e], b.weight[f]);
      EXPECT_EQ(a.geometry[e], b.geometry[f]);
    }
  }
}

TEST(Symmetrise, RotationAndTranslationLeaveTheGraphAsItIs) {
  const int d = 6;
  const Points points = gaussian_points(900, d, 23);
  Points moved = points;
  Draws draws(24, Stream::generator);
  for (int p = 0; p < d; ++p) {
    for (int q = p + 1; q < d; ++q) {
      const double angle = 6 * draws.uniform();
      for (std::int64_t i = 0; i < points.n; ++i) {
        double& x = moved.values[i * d + p];
        double& y = moved.values[i * d + q];
        const double turned = std::cos(angle) * x - std::sin(angle) * y;
        y = std::sin(angle) * x + std::cos(angle) * y;
        x = turned;
      }
    }
  }
  for (std::size_t v = 0; v < moved.values.size(); ++v) {
    moved.values[v] += 3.0 * static_cast<double>(v % d);
  }
  const Graph a = knn_graph_of(points, 10);
  const Graph b = knn_graph_of(moved, 10);
  ASSERT_EQ(a.edges, b.edges);
  for (std::size_t e = 0; e < a.edges.size(); ++e) {
    EXPECT_NEAR(a.distance[e], b.distance[e], 1e-12);
    EXPECT_NEAR(a.geometry[e][0], b.geometry[e][0], 1e-6);
    EXPECT_EQ(a.geometry[e][1], b.geometry[e][1]);
    EXPECT_EQ(a.geometry[e][2], b.geometry[e][2]);
  }
}

}  // namespace
}  // namespace gnac::detail
