#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <numeric>

#include "methods/birch/cf_tree.h"
#include "methods/cases.h"
#include "methods/method.h"

namespace gnac::detail {
namespace {

TEST(Birch, LeavesHoldEveryPointAndKeepItsMean) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(1, 600);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 4);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const double threshold = *rc::gen::element(0.0, 0.1, 0.5, 100.0);
    const int branching = *rc::gen::inRange(2, 8);
    const Points p = normal_points(n, d, seed, *rc::gen::element(0.0, 0.5));
    Team team(1);
    const Subclusters leaves = cf_tree_leaves(p, threshold, branching, team);
    RC_ASSERT(std::accumulate(leaves.sizes.begin(), leaves.sizes.end(), 0.0) ==
              static_cast<double>(n));
    for (std::int64_t c = 0; c < d; ++c) {
      double points = 0;
      double centroids = 0;
      for (std::int64_t i = 0; i < n; ++i) points += p.row(i)[c];
      for (std::int64_t s = 0; s < leaves.centroids.n; ++s) {
        centroids += leaves.sizes[s] * leaves.centroids.row(s)[c];
      }
      RC_ASSERT(std::abs(points - centroids) < 1e-9 * static_cast<double>(n));
    }
    if (threshold == 100.0) RC_ASSERT(leaves.centroids.n == 1);
  }));
}

TEST(Birch, AtThresholdZeroOnlyEqualPointsShareASubcluster) {
  const Points p = normal_points(500, 2, 4, 0.5);
  std::map<std::vector<double>, double> places;
  for (std::int64_t i = 0; i < p.n; ++i) places[{p.row(i)[0], p.row(i)[1]}] += 1;
  Team team(1);
  // A wide node: the whole tree is one leaf, so the nearest subcluster is always found.
  const Subclusters leaves = cf_tree_leaves(p, 0, 1000, team);
  ASSERT_EQ(leaves.centroids.n, std::ssize(places));
  for (std::int64_t s = 0; s < leaves.centroids.n; ++s) {
    EXPECT_EQ(leaves.sizes[s], (places[{leaves.centroids.row(s)[0], leaves.centroids.row(s)[1]}]));
  }
}

TEST(Birch, LooksCloserWhenThereAreTooFewSubclusters) {
  const Points p = normal_points(400, 2, 6);
  Team team(1);
  MethodOptions options;
  options.birch.threshold = 50;
  const auto run = run_method("birch", p, 20, options, 7, team);
  ASSERT_EQ(run.facts[1].name, "threshold");
  EXPECT_LT(run.facts[1].value, 50);
  EXPECT_GE(run.facts[0].value, 20);
}

}  // namespace
}  // namespace gnac::detail
