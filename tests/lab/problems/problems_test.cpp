#include "problems/problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "problems/layouts.h"
#include "problems/parts.h"

namespace gnac::detail {
namespace {

constexpr std::uint64_t kSeed = 5;

TEST(Problems, ArePureFunctionsOfSeedAndIndex) {
  for (const std::uint64_t index : {0ULL, 17ULL, 1ULL << 40}) {
    const Problem a = make_problem(kSeed, index);
    const Problem b = make_problem(kSeed, index);
    EXPECT_EQ(a.points.values, b.points.values);
    EXPECT_EQ(a.labels, b.labels);
    EXPECT_NE(a.points.values, make_problem(kSeed + 1, index).points.values);
    EXPECT_NE(a.points.values, make_problem(kSeed, index + 1).points.values);
  }
}

TEST(Problems, HaveFinitePointsAndEveryLabel) {
  for (std::uint64_t index = 0; index < 400; ++index) {
    const Problem p = make_problem(kSeed, index);
    ASSERT_EQ(std::ssize(p.points.values), p.points.n * p.points.d) << index;
    ASSERT_EQ(std::ssize(p.labels), p.points.n) << index;
    ASSERT_GE(p.points.n, 12) << index;
    ASSERT_GE(p.points.d, 1) << index;
    ASSERT_TRUE(std::all_of(p.points.values.begin(), p.points.values.end(), [](double v) {
      return std::isfinite(v);
    })) << index;
    const std::set<std::int32_t> used(p.labels.begin(), p.labels.end());
    for (std::int32_t label = 1; label <= p.clusters; ++label) {
      ASSERT_TRUE(used.contains(label)) << index << " lacks label " << label;
    }
    ASSERT_LE(*used.rbegin(), p.clusters) << index;
    ASSERT_GE(*used.begin(), 0) << index;
  }
}

TEST(Problems, VaryInSizeDimensionAndNumberOfClusters) {
  std::set<std::int64_t> dimensions;
  std::set<int> clusters;
  int noisy = 0;
  std::int64_t most = 0;
  for (std::uint64_t index = 0; index < 600; ++index) {
    const Problem p = make_problem(kSeed, index);
    dimensions.insert(p.points.d);
    clusters.insert(p.clusters);
    noisy += std::count(p.labels.begin(), p.labels.end(), 0) > 0;
    most = std::max(most, p.points.n);
  }
  EXPECT_GE(dimensions.size(), 25u);
  EXPECT_GE(*dimensions.rbegin(), 50);
  EXPECT_GE(clusters.size(), 15u);
  EXPECT_EQ(*clusters.begin(), 1);
  EXPECT_GT(noisy, 100);
  EXPECT_LT(noisy, 300);
  EXPECT_GT(most, 1200);
}

// A rule cannot learn from labels that do not show in neighbourhoods, but from clusters that
// overlap it learns when not to be sure.
TEST(Problems, MostlyHaveNeighboursOfOneLabel) {
  int mixed = 0;
  constexpr int kCount = 400;
  ProblemOptions options;
  options.without = family_bit(Family::overlaps);
  for (std::uint64_t index = 0; index < kCount; ++index) {
    Problem p = make_problem(kSeed, index, options);
    mixed += problems::purity({std::move(p.points), std::move(p.labels)}) < 0.7;
  }
  EXPECT_LT(mixed, kCount / 10);
}

TEST(Problems, HonourSizesAndFamiliesLeftOut) {
  ProblemOptions options;
  options.least_points = 60;
  options.most_points = 100;
  options.large_share = 0;
  options.most_clusters = 4;
  options.most_dimensions = 8;
  options.without = family_bit(Family::noise) | family_bit(Family::warps) |
                    family_bit(Family::dense) | family_bit(Family::bridged) |
                    family_bit(Family::flat);
  for (std::uint64_t index = 0; index < 300; ++index) {
    const Problem p = make_problem(kSeed, index, options);
    ASSERT_LE(p.points.n, 160) << index;  // a small cluster has at least 12 points
    ASSERT_LE(p.clusters, 4) << index;
    ASSERT_LE(p.points.d, 12) << index;
    ASSERT_EQ(std::count(p.labels.begin(), p.labels.end(), 0), 0) << index;
  }
  EXPECT_EQ(family_names().size(), static_cast<std::size_t>(kFamilies));
}

TEST(Problems, OfWideFamiliesHaveManyClustersAndColumns) {
  ProblemOptions wide;
  wide.without = ~kWideFamilies;
  int most_clusters = 0;
  std::int64_t most_columns = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Problem p = make_problem(kSeed, index, wide);
    ASSERT_EQ(std::count(p.labels.begin(), p.labels.end(), 0), 0) << index;
    most_clusters = std::max(most_clusters, p.clusters);
    most_columns = std::max(most_columns, p.points.d);
  }
  EXPECT_GT(most_clusters, 40);
  EXPECT_GT(most_columns, 200);
}

TEST(Problems, AreThoseOfEarlierVersionsWithoutWideFamilies) {
  ProblemOptions old;
  old.without = kWideFamilies;
  double sum = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Problem p = make_problem(kSeed, index, old);
    sum += p.points.values.front() + p.clusters;
  }
  EXPECT_NEAR(sum, 93.68947680815927, 1e-9);
}

TEST(Problems, MovePartsApartByTheGap) {
  problems::Chance chance(kSeed, 0);
  for (const std::int64_t d : {1, 2, 3, 12}) {
    const Points placed = problems::blob(chance, 80, d);
    Points part = problems::blob(chance, 60, d);
    const std::vector<double> start(static_cast<std::size_t>(d), 0.1);
    const std::vector<double> u = chance.direction(d);
    for (const double allowed : {0.0, 0.1}) {
      const double gap = 0.3;
      const auto near_at = [&](double t) {
        int near = 0;
        for (std::int64_t i = 0; i < part.n; ++i) {
          bool is_near = false;
          for (std::int64_t j = 0; j < placed.n; ++j) {
            double sum = 0;
            for (std::int64_t c = 0; c < d; ++c) {
              const double v = part.row(i)[c] + start[c] + t * u[c] - placed.row(j)[c];
              sum += v * v;
            }
            is_near = is_near || std::sqrt(sum) < gap * (1 - 1e-9);
          }
          near += is_near;
        }
        return near;
      };
      const double t = problems::clearance(placed, part, start, u, gap, allowed);
      EXPECT_LE(near_at(t), allowed * 60) << "d = " << d;
      if (t > 0) {
        EXPECT_GT(near_at(t - 0.05), allowed * 60) << "d = " << d;
      }
    }
  }
}

}  // namespace
}  // namespace gnac::detail
