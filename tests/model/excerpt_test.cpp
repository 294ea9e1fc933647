#include "model/excerpt.h"

#include <gtest/gtest.h>

#include "gnac/graph.h"
#include "model/fit.h"
#include "samples/generators.h"
#include "support/random.h"

// The number of clusters of many points is chosen on an excerpt.
namespace gnac::detail {
namespace {

/// Normal clusters in the plane, their centres on a line, in turns: row i is of cluster i % count.
Points clusters_in_turns(std::int64_t n, int count, double apart, std::uint64_t seed) {
  Points points{{}, n, 2};
  Draws draws(seed, Stream::study);
  for (std::int64_t i = 0; i < n; ++i) {
    points.values.push_back(apart * static_cast<double>(i % count) + draws.normal());
    points.values.push_back(draws.normal());
  }
  return points;
}

TEST(Excerpt, HasItsShareOfEveryPart) {
  Team team(2);
  for (const int count : {2, 4, 8}) {
    const std::int64_t n = 4000, some = 800;
    const Model model = evolve_on({.points = clusters_in_turns(n, count, 9, 1)}, Options{}, team);
    const Excerpt excerpt = excerpt_of(model, some, team);
    EXPECT_NEAR(static_cast<double>(excerpt.points.n), static_cast<double>(some), 2);
    EXPECT_EQ(excerpt.graph.nodes, excerpt.points.n);
    EXPECT_EQ(excerpt.conductance.size(), excerpt.graph.edges.size());
    const auto share_below = [](const Points& points, double x) {
      std::int64_t below = 0;
      for (std::int64_t i = 0; i < points.n; ++i) below += points.row(i)[0] < x ? 1 : 0;
      return static_cast<double>(below) / static_cast<double>(points.n);
    };
    for (const double x : {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5})
      EXPECT_NEAR(share_below(excerpt.points, x), share_below(model.points, x), 0.03);
  }
}

TEST(ClusterCount, IsTheSameAtAnyNumberOfThreads) {
  const Points points = clusters_in_turns(900, 3, 3.5, 5);
  const auto counts = [&](int threads) {
    Team team(threads, {}, Team::Size::exact);
    std::vector<double> scores;
    for (const ClusterCount& count : fit_on({.points = points}, kChooseClusters, {}, team).counts)
      scores.push_back(count.score);
    return scores;
  };
  const std::vector<double> one = counts(1);
  EXPECT_GT(one.size(), 10U);
  for (const int threads : {2, 3, 7}) EXPECT_EQ(counts(threads), one) << threads;
}

// From close by, the middle of several thousand points is as even as one cluster.
TEST(ClusterCount, ManyPointsAreCountedLikeFew) {
  for (const int count : {2, 3, 5}) {
    EXPECT_EQ(fit(clusters_in_turns(8000, count, 4.5, 6)).clusters, count);
    EXPECT_EQ(fit(clusters_in_turns(600, count, 4.5, 7)).clusters, count);
  }
  EXPECT_EQ(fit(clusters_in_turns(8000, 1, 0, 8)).clusters, 1);
}

}  // namespace
}  // namespace gnac::detail
