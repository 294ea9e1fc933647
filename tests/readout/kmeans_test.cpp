#include "readout/kmeans.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <set>

#include "methods/cases.h"
#include "readout/kmeans_start.h"
#include "readout/lloyd.h"

namespace gnac::detail {
namespace {

double squared(const Points& p, std::int64_t i, const std::vector<double>& centres,
               std::int64_t a) {
  double sum = 0;
  for (std::int64_t c = 0; c < p.d; ++c) {
    const double diff = p.row(i)[c] - centres[a * p.d + c];
    sum += diff * diff;
  }
  return sum;
}

/// The textbook algorithm, for starts in which no cluster empties.
std::vector<std::int32_t> plain_lloyd(const Points& p, std::vector<double> centres, int k,
                                      int max_iterations) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(p.n), -1);
  for (int round = 0; round <= max_iterations; ++round) {
    bool changed = false;
    for (std::int64_t i = 0; i < p.n; ++i) {
      std::int32_t best = 0;
      for (int a = 1; a < k; ++a) {
        if (squared(p, i, centres, a) < squared(p, i, centres, best)) best = a;
      }
      changed |= labels[i] != best;
      labels[i] = best;
    }
    if (!changed || round == max_iterations) break;
    std::vector<double> sum(centres.size());
    std::vector<double> size(static_cast<std::size_t>(k));
    for (std::int64_t i = 0; i < p.n; ++i) {
      size[labels[i]] += 1;
      for (std::int64_t c = 0; c < p.d; ++c) sum[labels[i] * p.d + c] += p.row(i)[c];
    }
    for (int a = 0; a < k; ++a) {
      for (std::int64_t c = 0; c < p.d; ++c) centres[a * p.d + c] = sum[a * p.d + c] / size[a];
    }
  }
  return labels;
}

TEST(Lloyd, BoundsChangeNothing) {
  EXPECT_TRUE(rc::check("labels equal the plain algorithm's", [] {
    const auto n = *rc::gen::inRange<std::int64_t>(8, 900);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 9);
    const int k = *rc::gen::inRange(1, 8);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const Points p = normal_points(n, d, seed);
    const auto start = kmeans_start(p, k, Draws(seed, Stream::kmeans), nullptr);
    const auto fast = lloyd(p, start, 300, 0, nullptr);
    RC_ASSERT(fast.labels == plain_lloyd(p, start, k, 300));
  }));
}

TEST(KMeansStart, CentresAreDistinctPointsWhereThereAreEnough) {
  const Points p = normal_points(200, 2, 3, 1.0);  // few distinct places
  std::set<std::vector<double>> places;
  for (std::int64_t i = 0; i < p.n; ++i) places.insert({p.row(i)[0], p.row(i)[1]});
  const int k = static_cast<int>(places.size());
  const auto start = kmeans_start(p, k, Draws(5, Stream::kmeans), nullptr);
  std::set<std::vector<double>> centres;
  for (int a = 0; a < k; ++a) centres.insert({start[2 * a], start[2 * a + 1]});
  EXPECT_EQ(centres, places) << "a point on a centre has no weight, so every place is drawn once";
}

TEST(KMeans, ExactlyKClustersEvenWherePointsCoincide) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(1, 60);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 4);
    const int k = *rc::gen::inRange(1, static_cast<int>(n) + 1);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const double grid = *rc::gen::element(0.0, 1.0, 100.0);
    const Points p = normal_points(n, d, seed, grid);
    Team team(1);
    const auto result = kmeans(p, k, {.starts = 3, .seed = seed}, team);
    std::int32_t next = 0;
    for (const auto label : result.labels) {
      RC_ASSERT(label >= 0 && label <= next);
      next += label == next;
    }
    RC_ASSERT(next == k);
    double inertia = 0;
    for (std::int64_t i = 0; i < n; ++i) inertia += squared(p, i, result.centres, result.labels[i]);
    RC_ASSERT(std::abs(inertia - result.inertia) <= 1e-9 * (1 + inertia));
    if (k == n) RC_ASSERT(result.inertia <= 1e-20);
  }));
}

TEST(KMeans, SameBytesAtAnyThreadCount) {
  for (const std::int64_t n :
       {5000, 40000}) {  // starts share the threads; blocks share the threads
    const Points p = normal_points(n, 3, 11);
    Team one(1);
    const auto expected = kmeans(p, 6, {.starts = 3}, one);
    for (const int threads : {2, 5}) {
      Team team(threads, {}, Team::Size::exact);
      const auto other = kmeans(p, 6, {.starts = 3}, team);
      EXPECT_EQ(other.labels, expected.labels);
      EXPECT_EQ(other.centres, expected.centres);
      EXPECT_EQ(other.inertia, expected.inertia);
    }
  }
}

TEST(KMeans, MoreStartsNeverMakeItWorse) {
  const Points p = normal_points(400, 2, 21);
  Team team(2);
  double last = std::numeric_limits<double>::infinity();
  for (const int starts : {1, 2, 5, 20}) {
    const auto result = kmeans(p, 9, {.starts = starts}, team);
    EXPECT_LE(result.inertia, last);
    last = result.inertia;
  }
}

TEST(KMeans, FindsTheKnownOptimumOfAGrid) {
  // Nine groups of four points around the nodes of a 3×3 grid: the optimum is plain to see.
  Points p{.values = {}, .n = 36, .d = 2};
  for (int g = 0; g < 9; ++g) {
    for (int q = 0; q < 4; ++q) {
      p.values.push_back(10.0 * (g % 3) + (q % 2 == 0 ? 0.5 : -0.5));
      p.values.push_back(10.0 * (g / 3) + (q / 2 == 0 ? 0.5 : -0.5));
    }
  }
  Team team(1);
  const auto result = kmeans(p, 9, {}, team);
  EXPECT_DOUBLE_EQ(result.inertia, 36 * 0.5);
  for (int i = 0; i < 36; ++i) EXPECT_EQ(result.labels[i], i / 4);
}

}  // namespace
}  // namespace gnac::detail
