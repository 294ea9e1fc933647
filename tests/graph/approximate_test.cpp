#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gnac/options.h"
#include "graph/build.h"
#include "graph/knn.h"
#include "graph/knn/reduction.h"
#include "graph/samples.h"

namespace gnac::detail {
namespace {

using testing::embedded_points;
using testing::gaussian_points;
using testing::grid_points;

constexpr int kNeighbours = 15;

/// The share of the exact neighbours that the lists have, over all points.
double recall_of(const NeighborLists& lists, const NeighborLists& exact) {
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < exact.nodes(); ++i) {
    for (const std::int32_t j : exact.indices(i)) {
      const auto own = lists.indices(i);
      right += std::find(own.begin(), own.end(), j) != own.end() ? 1 : 0;
    }
  }
  return static_cast<double>(right) / static_cast<double>(exact.index.size());
}

/// What no search may get wrong: no self, no repeats, true distances in order.
void expect_sound(PointsView points, const NeighborLists& lists) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto list = lists.indices(i);
    for (std::size_t a = 0; a < list.size(); ++a) {
      ASSERT_NE(list[a], i);
      const double squared =
          squared_distance(points.row(i).data(), points.row(list[a]).data(), points.d);
      ASSERT_EQ(lists.distances(i)[a], std::sqrt(squared));
      if (a == 0) continue;
      ASSERT_LT(std::pair(lists.distances(i)[a - 1], list[a - 1]),
                std::pair(lists.distances(i)[a], list[a]));
    }
  }
}

Points mixture(std::int64_t n, std::int64_t d) {
  Points points = gaussian_points(n, d, 2);
  for (std::int64_t i = 0; i < n; ++i) points.values[i * d + i % 4] += 6;
  return points;
}

/// A curled sheet in d dimensions: two intrinsic ones.
Points sheet(std::int64_t n, std::int64_t d) {
  Points points = gaussian_points(n, d, 3);
  for (std::int64_t i = 0; i < n; ++i) {
    double* x = points.values.data() + i * d;
    const double turn = 3 * std::numbers::pi * std::erf(x[0]);
    const double across = x[1];
    for (std::int64_t c = 0; c < d; ++c)
      x[c] = 1e-3 * x[c] + across * std::cos(2.0 * static_cast<double>(c));
    x[0] += turn * std::cos(turn);
    x[1] += turn * std::sin(turn);
  }
  return points;
}

TEST(ApproximateNeighbours, FindsNearlyAllOnSeveralGeometries) {
  Team team(2);
  const std::pair<const char*, Points> samples[] = {{"normal, 8", gaussian_points(9000, 8, 1)},
                                                    {"normal, 16", gaussian_points(9000, 16, 1)},
                                                    {"mixture, 16", mixture(9000, 16)},
                                                    {"sheet, 10", sheet(9000, 10)},
                                                    {"normal, 40", gaussian_points(5000, 40, 4)}};
  for (const auto& [name, points] : samples) {
    const auto found = approximate_knn(points, kNeighbours, team);
    expect_sound(points, found.lists);
    const double recall = recall_of(found.lists, knn(points, kNeighbours, team));
    EXPECT_GE(recall, 0.98) << name;
    EXPECT_NEAR(found.recall, recall, 0.01) << name;
  }
}

TEST(ApproximateNeighbours, AreTheSameAtAnyNumberOfThreads) {
  const Points points = gaussian_points(24000, 16, 5);
  Team one(1);
  const auto expected = approximate_knn(points, kNeighbours, one);
  EXPECT_LT(expected.recall, 1.0);  // otherwise this says nothing
  for (const int threads : {2, 3, 5}) {
    Team team(threads, {}, Team::Size::exact);
    const auto found = approximate_knn(points, kNeighbours, team);
    EXPECT_TRUE(found.lists.index == expected.lists.index) << threads;
    EXPECT_TRUE(found.lists.distance == expected.lists.distance) << threads;
    EXPECT_EQ(found.recall, expected.recall) << threads;
  }
}

TEST(ApproximateNeighbours, OfManyColumnsAreFoundInFewDirections) {
  const Points points = embedded_points(20000, 150, 0.8, 4);
  Team one(1);
  ASSERT_TRUE(knn_detail::reduce(points, one));
  const auto expected = approximate_knn(points, kNeighbours, one);
  EXPECT_EQ(expected.search, NeighborSearch::approximate);
  expect_sound(points, expected.lists);
  EXPECT_GE(recall_of(expected.lists, knn(points, kNeighbours, one)), 0.98);
  for (const int threads : {2, 3, 5}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_TRUE(approximate_knn(points, kNeighbours, team).lists.index == expected.lists.index)
        << threads;
  }
}

TEST(Reduction, KnowsWhatShareOfTheVarianceItKeeps) {
  Team team(1);
  EXPECT_LT(knn_detail::reduce(gaussian_points(3000, 100, 1), team).value().kept, 0.75);
  EXPECT_GE(knn_detail::reduce(embedded_points(3000, 100, 0.2, 4), team).value().kept, 0.9);
}

TEST(ApproximateNeighbours, OfDuplicatesHaveTheLowestNumbers) {
  Team team(2);
  const Points equal{std::vector<double>(6000 * 6, 1.5), 6000, 6};
  const auto all = approximate_knn(equal, 4, team);
  const auto exact = knn(equal, 4, team);
  EXPECT_TRUE(all.lists.index == exact.index);
  EXPECT_EQ(all.recall, 1.0);
  const Points grid = grid_points(5000, 6, 3, 7);
  const auto found = approximate_knn(grid, kNeighbours, team);
  expect_sound(grid, found.lists);
  EXPECT_GE(recall_of(found.lists, knn(grid, kNeighbours, team)), 0.98);
}

TEST(ApproximateNeighbours, AreAllOthersWhereThereAreFew) {
  Team team(2);
  for (const std::int64_t n : {1, 2, 5, 40, 300}) {
    const Points points = gaussian_points(n, 7, 8);
    for (const int k : {1, 40, 299, 1000}) {
      const auto found = approximate_knn(points, k, team);
      const auto exact = knn(points, k, team);
      EXPECT_TRUE(found.lists.index == exact.index) << n << " points, k = " << k;
      EXPECT_TRUE(found.lists.offset == exact.offset);
      EXPECT_EQ(found.recall, 1.0);
    }
  }
}

// A mass of points far from the others, where single precision cannot tell them apart.
TEST(ApproximateNeighbours, AreFoundInTightGroupsFarAway) {
  Team team(2);
  Points points = gaussian_points(40000, 16, 6);
  for (std::int64_t i = 0; i < points.n; i += 2) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      double& x = points.values[i * points.d + c];
      x = 1000 + 1e-6 * x;
    }
  }
  const auto found = approximate_knn(points, kNeighbours, team);
  EXPECT_EQ(found.search, NeighborSearch::approximate);
  expect_sound(points, found.lists);
  EXPECT_GE(recall_of(found.lists, knn(points, kNeighbours, team)), 0.98);
}

// Lists longer than the points that are usually compared with each other.
TEST(ApproximateNeighbours, OfLongListsAreFound) {
  Team team(2);
  const Points points = gaussian_points(3000, 40, 7);
  const auto found = approximate_knn(points, 300, team);
  expect_sound(points, found.lists);
  EXPECT_GE(recall_of(found.lists, knn(points, 300, team)), 0.98);
}

TEST(ApproximateNeighbours, OfFewColumnsAreExact) {
  Team team(2);
  const Points flat = gaussian_points(3000, 2, 9);
  EXPECT_TRUE(approximate_knn(flat, 15, team).lists.index == knn(flat, 15, team).index);
}

TEST(ApproximateNeighbours, ReachTheGraphThroughItsOption) {
  const Points points = gaussian_points(24000, 16, 5);
  Options options;
  EXPECT_EQ(build_graph(points, options).recall, 1.0);
  options.neighbor_search = NeighborSearch::approximate;
  const Graph graph = build_graph(points, options);
  Team team(2);
  EXPECT_EQ(graph.recall, approximate_knn(points, kNeighbours, team).recall);
  EXPECT_TRUE(graph.lists.index == approximate_knn(points, kNeighbours, team).lists.index);
}

TEST(AutomaticSearch, IsExactWhereThatIsCheap) {
  Team team(2);
  const Points points = gaussian_points(3000, 16, 5);
  const auto found = search_neighbours(points, kNeighbours, NeighborSearch::automatic, team);
  EXPECT_EQ(found.search, NeighborSearch::exact);
  EXPECT_EQ(found.recall, 1.0);
  EXPECT_TRUE(found.lists.index == knn(points, kNeighbours, team).index);
  EXPECT_FALSE(may_be_approximate(NeighborSearch::automatic, 7'000, 784));
  EXPECT_FALSE(may_be_approximate(NeighborSearch::automatic, 100'000'000, 4));
  EXPECT_TRUE(may_be_approximate(NeighborSearch::automatic, 1'000'000, 16));
  EXPECT_FALSE(may_be_approximate(NeighborSearch::exact, 1'000'000, 16));
}

// The same points at a tenth of the size would be searched exactly; a lower price makes them dear.
TEST(AutomaticSearch, IsApproximateWhereExactSearchIsDear) {
  for (const std::int64_t d : {16, 90}) {
    const Points points = gaussian_points(24000, 16, 5);
    Points wide{{}, points.n, d};  // the same distances, in more columns
    for (std::int64_t i = 0; i < points.n; ++i) {
      for (std::int64_t c = 0; c < d; ++c)
        wide.values.push_back(c < 16 ? points.values[i * 16 + c] : 0);
    }
    Team one(1);
    constexpr double kCheap = 1e8;
    const auto search = [&](Team& team) {
      return search_neighbours(wide, kNeighbours, NeighborSearch::automatic, team,
                               Metric::euclidean, kCheap);
    };
    const auto found = search(one);
    EXPECT_EQ(found.search, NeighborSearch::approximate) << d;
    EXPECT_GE(found.recall, kLeastRecall);
    EXPECT_LT(found.recall, 1.0);
    expect_sound(wide, found.lists);
    EXPECT_GE(recall_of(found.lists, knn(wide, kNeighbours, one)), 0.98);
    for (const int threads : {2, 3, 5}) {
      Team team(threads, {}, Team::Size::exact);
      const auto same = search(team);
      EXPECT_TRUE(same.lists.index == found.lists.index) << threads;
      EXPECT_TRUE(same.lists.distance == found.lists.distance) << threads;
      EXPECT_EQ(same.recall, found.recall) << threads;
    }
  }
}

}  // namespace
}  // namespace gnac::detail
