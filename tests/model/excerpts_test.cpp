#include "model/excerpts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gnac/graph.h"
#include "model/fit.h"
#include "samples/generators.h"
#include "support/random.h"

// Excerpts of fewer points, which have a say in the choice of the number of clusters.
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

TEST(Excerpts, AreDisjointQuartersThatHoldEveryCluster) {
  Team team(1);
  for (const int count : {2, 4, 8}) {
    const std::int64_t n = 1600;
    const Model model = evolve_on({.points = clusters_in_turns(n, count, 9, 1)}, Options{}, team);
    const auto excerpts = excerpts_of(model, 10, team);
    ASSERT_EQ(excerpts.size(), 2U);
    std::set<std::int32_t> seen;
    for (const Excerpt& excerpt : excerpts) {
      EXPECT_NEAR(static_cast<double>(excerpt.rows.size()), n / 4.0, 2);
      EXPECT_EQ(excerpt.graph.nodes, std::ssize(excerpt.rows));
      std::vector<int> of_cluster(count, 0);
      for (const std::int32_t row : excerpt.rows) ++of_cluster[row % count];
      EXPECT_GT(*std::min_element(of_cluster.begin(), of_cluster.end()), n / 4 / count - 10)
          << "rows come in turns of " << count;
      seen.insert(excerpt.rows.begin(), excerpt.rows.end());
    }
    EXPECT_EQ(seen.size(), excerpts[0].rows.size() + excerpts[1].rows.size());
  }
}

TEST(Excerpts, HaveAtMostSoManyPointsAndAreLeftOutWhereTheyCannotHelp) {
  Team team(2);
  const Model large = evolve_on({.points = clusters_in_turns(15'000, 3, 6, 2)}, Options{}, team);
  for (const Excerpt& excerpt : excerpts_of(large, 5, team))
    EXPECT_NEAR(static_cast<double>(excerpt.rows.size()), static_cast<double>(kLargestExcerpt), 3);

  const Points few = clusters_in_turns(kFewestExcerpted - 1, 3, 6, 3);
  EXPECT_TRUE(excerpts_of(evolve_on({.points = few}, Options{}, team), 5, team).empty());

  const Points points = clusters_in_turns(800, 3, 6, 4);
  const Graph own = build_graph(points);
  const Model given = evolve_on({.points = points, .graph = &own}, Options{}, team);
  EXPECT_TRUE(excerpts_of(given, 5, team).empty()) << "the caller's own graph";
}

TEST(Excerpts, AreTheSameAtAnyNumberOfThreads) {
  const Points points = clusters_in_turns(900, 3, 3.5, 5);
  const auto counts = [&](int threads) {
    Team team(threads, {}, Team::Size::exact);
    std::vector<double> scores;
    for (const ClusterCount& count : fit_on({.points = points}, kChooseClusters, {}, team).counts)
      scores.push_back(count.score);
    return scores;
  };
  const std::vector<double> one = counts(1);
  EXPECT_EQ(one.size(), static_cast<std::size_t>(Options{}.max_clusters));
  for (const int threads : {2, 3, 7}) EXPECT_EQ(counts(threads), one) << threads;
}

// From close by, the middle of several thousand points is as even as one cluster.
TEST(Excerpts, ManyPointsAreCountedLikeFew) {
  for (const int count : {2, 3, 5}) {
    EXPECT_EQ(fit(clusters_in_turns(6000, count, 3.8, 6)).clusters, count);
    EXPECT_EQ(fit(clusters_in_turns(600, count, 3.8, 7)).clusters, count);
  }
  EXPECT_EQ(fit(clusters_in_turns(6000, 1, 0, 8)).clusters, 1);
}

}  // namespace
}  // namespace gnac::detail
