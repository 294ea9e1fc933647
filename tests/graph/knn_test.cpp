#include "graph/knn.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "gnac/error.h"
#include "graph/knn/kernels.h"
#include "graph/samples.h"
#include "support/simd_target.h"

namespace gnac::detail {
namespace {

using testing::embedded_points;
using testing::gaussian_points;
using testing::grid_points;
using testing::wrong_lists;

TEST(Knn, EqualsBruteForceOnGridsFullOfDuplicatesAndTies) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 300);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 40);
    const auto k = *rc::gen::inRange(1, 50);
    const auto levels = *rc::gen::inRange(1, 6);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Points points = grid_points(n, d, levels, seed);
    RC_ASSERT(wrong_lists(points, knn(points, k, team), k) == 0);
  }));
}

TEST(Knn, EqualsBruteForceInEveryDimension) {
  Team team(2);
  for (const int d : {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 100}) {
    const Points spread = gaussian_points(700, d, 3);
    EXPECT_EQ(wrong_lists(spread, knn(spread, 20, team), 20), 0) << "normal, d = " << d;
    const Points grid = grid_points(700, d, 3, 4);
    EXPECT_EQ(wrong_lists(grid, knn(grid, 20, team), 20), 0) << "grid, d = " << d;
  }
}

// From 64 columns and 2,000 points on, the search sees a reduction.
TEST(Knn, EqualsBruteForceInManyColumns) {
  Team team(2);
  const auto wrong = [&](const Points& points) {
    return wrong_lists(points, knn(points, 15, team), 15, 23);
  };
  EXPECT_EQ(wrong(gaussian_points(2100, 90, 3)), 0) << "normal";
  EXPECT_EQ(wrong(grid_points(2300, 70, 2, 4)), 0) << "grid";
  EXPECT_EQ(wrong(embedded_points(2500, 130, 0.1, 5)), 0) << "embedded";
  EXPECT_EQ(wrong(embedded_points(2500, 65, 0, 6)), 0) << "without noise";
  Points far = embedded_points(2200, 80, 0.05, 7);
  for (double& v : far.values) v = 1e7 + 1e-2 * v;
  EXPECT_EQ(wrong(far), 0) << "far from the origin";
  Points groups = embedded_points(2400, 70, 0.1, 8);
  for (std::int64_t i = 0; i < groups.n; ++i) {
    for (std::int64_t c = 0; c < groups.d; ++c) {
      double& x = groups.values[i * groups.d + c];
      x = 1e-9 * x + static_cast<double>(i % 8 == c % 8);
    }
  }
  EXPECT_EQ(wrong(groups), 0) << "tight groups";
  EXPECT_EQ(wrong({std::vector<double>(2100 * 64, 0.3), 2100, 64}), 0) << "equal";
}

TEST(Knn, IsTheSameInManyColumnsOnEveryInstructionSet) {
  const Points points = embedded_points(2600, 100, 0.2, 9);
  Team one(1);
  const NeighborLists expected = knn(points, 15, one);
  for (const std::string& target : simd_targets()) {
    const SimdTargetScope scope(target);
    Team team(3, {}, Team::Size::exact);
    const NeighborLists lists = knn(points, 15, team);
    EXPECT_TRUE(lists.index == expected.index) << target;
    EXPECT_TRUE(lists.distance == expected.distance) << target;
  }
}

TEST(Knn, EqualsBruteForceByAbsoluteDifferences) {
  Team team(2);
  constexpr Metric kL1 = Metric::manhattan;
  for (const int d : {1, 2, 5, 16, 33, 100}) {
    const Points spread = gaussian_points(700, d, 3);
    EXPECT_EQ(wrong_lists(spread, knn(spread, 20, team, kL1), 20, 1, kL1), 0) << "d = " << d;
    const Points grid = grid_points(700, d, 3, 4);
    EXPECT_EQ(wrong_lists(grid, knn(grid, 20, team, kL1), 20, 1, kL1), 0) << "grid, d = " << d;
    const auto rough = approximate_knn(spread, 20, team, kL1);
    EXPECT_EQ(wrong_lists(spread, rough.lists, 20, 1, kL1), 0) << "d = " << d;
    EXPECT_EQ(rough.recall, 1);
  }
}

TEST(Knn, EqualsBruteForceOnASampleOfManyPoints) {
  Team team(2);
  for (const int d : {2, 5, 16}) {
    const Points points = gaussian_points(12000, d, 5);
    EXPECT_EQ(wrong_lists(points, knn(points, 20, team), 20, 401), 0) << "d = " << d;
  }
}

TEST(Knn, IsExactFarFromTheOrigin) {
  Team team(2);
  for (const int d : {2, 3, 9, 16}) {
    Points points = grid_points(900, d, 4, 6);
    for (double& v : points.values) v = 1e6 + 1e-3 * v;
    EXPECT_EQ(wrong_lists(points, knn(points, 20, team), 20), 0) << "d = " << d;
  }
}

// Groups of radius 1e-6 at distance 1 from each other: single precision cannot tell the members of
// a group apart.
TEST(Knn, IsExactInTightGroupsFarApart) {
  Team team(2);
  const Points centres = gaussian_points(9, 16, 7);
  Points points = gaussian_points(900, 16, 8);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      double& value = points.values[i * points.d + c];
      value = PointsView(centres)(i % 9, c) + 1e-6 * value;
    }
  }
  EXPECT_EQ(wrong_lists(points, knn(points, 20, team), 20), 0);
}

TEST(Knn, IsExactAtEveryMagnitude) {
  Team team(2);
  for (const double unit : {1e-310, 1e-161, 1e-155, 1e-150, 1e-30, 1e30, 1e149}) {
    Points points = gaussian_points(500, 12, 9);
    for (double& v : points.values) v *= unit;
    points.values[0] *= 3;
    EXPECT_EQ(wrong_lists(points, knn(points, 10, team), 10), 0) << "unit " << unit;
  }
}

TEST(Knn, AnOutlierSpoilsNothing) {
  Team team(2);
  Points points = gaussian_points(1500, 10, 10);
  points.values[70] = 1e12;
  EXPECT_EQ(wrong_lists(points, knn(points, 20, team), 20), 0);
}

TEST(Knn, ConstantColumnsDoNotMatter) {
  Team team(1);
  Points points = gaussian_points(400, 50, 11);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; c += 3) points.values[i * points.d + c] = 5;
  }
  EXPECT_EQ(wrong_lists(points, knn(points, 7, team), 7), 0);
}

// With everything equal, neighbours are the smallest indices. A search that cannot rule out ties by
// index would compare all pairs here.
TEST(Knn, EqualPointsHaveTheSmallestIndicesAsNeighbours) {
  Team team(2);
  for (const int d : {1, 3, 16}) {
    const Points points{std::vector<double>(20000 * d, 0.1), 20000, d};
    const NeighborLists lists = knn(points, 20, team);
    for (std::int64_t i = 0; i < points.n; ++i) {
      std::int32_t next = 0;
      for (std::int64_t r = 0; r < 20; ++r, ++next) {
        if (next == i) ++next;
        ASSERT_EQ(lists.indices(i)[r], next) << "point " << i;
        ASSERT_EQ(lists.distances(i)[r], 0);
      }
    }
  }
}

TEST(Knn, AMassOfDuplicatesAmongOthers) {
  Team team(2);
  Points points = gaussian_points(6000, 6, 12);
  for (std::int64_t i = 0; i < points.n; i += 2) {
    std::fill_n(points.values.begin() + i * points.d, points.d, 0.25);
  }
  EXPECT_EQ(wrong_lists(points, knn(points, 20, team), 20, 61), 0);
}

TEST(Knn, KIsClippedToTheOtherPoints) {
  Team team(1);
  const Points two = gaussian_points(2, 3);
  const NeighborLists lists = knn(two, 20, team);
  EXPECT_EQ(lists.index, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(lists.distance[0], lists.distance[1]);
  const Points many = gaussian_points(150, 5);
  EXPECT_EQ(wrong_lists(many, knn(many, 1000, team), 1000), 0);
}

TEST(Knn, SameBytesAtAnyThreadCount) {
  for (const int d : {3, 16}) {
    const Points points = grid_points(9000, d, 40, 13);
    Team one(1);
    const NeighborLists expected = knn(points, 20, one);
    for (const int threads : {2, 3, 4}) {
      Team team(threads, {}, Team::Size::exact);
      const NeighborLists lists = knn(points, 20, team);
      EXPECT_EQ(lists.index, expected.index) << threads << " threads";
      EXPECT_EQ(lists.distance, expected.distance) << threads << " threads";
    }
  }
}

TEST(Knn, SameBytesOnEveryInstructionSet) {
  Team team(2);
  for (const int d : {2, 8, 16, 33}) {
    const Points points = gaussian_points(3000, d, 14);
    const NeighborLists expected = knn(points, 20, team);
    for (const std::string& target : simd_targets()) {
      const SimdTargetScope scope(target);
      ASSERT_EQ(knn_detail::best_kernels().target, target);
      const NeighborLists lists = knn(points, 20, team);
      EXPECT_EQ(lists.index, expected.index) << target << ", d = " << d;
      EXPECT_EQ(lists.distance, expected.distance) << target << ", d = " << d;
    }
  }
}

TEST(Knn, ReportsProgressAndStopsOnRequest) {
  const Points points = gaussian_points(20000, 16, 15);
  double last = 0;
  int calls = 0;
  Team watched(2, [&](const Progress& p) {
    EXPECT_GE(p.fraction, last);
    last = p.fraction;
    ++calls;
    return true;
  });
  watched.report({.stage = Stage::graph});
  knn(points, 5, watched);
  EXPECT_GE(calls, 10);
  EXPECT_DOUBLE_EQ(last, kSearchShare);

  Team stopped(2, [](const Progress& p) { return p.fraction < 0.2; });
  EXPECT_THROW(knn(points, 5, stopped), Cancelled);
}

}  // namespace
}  // namespace gnac::detail
