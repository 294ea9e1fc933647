#include "metrics/internal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gnac/error.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

const Points kPoints{.values = {0, 0, 1, 0, 0, 2, 5, 5, 6, 5, 5, 7, 9, 1, 10, 2}, .n = 8, .d = 2};
const Labels kLabels{0, 0, 0, 1, 1, 1, 2, 2};

// Values of scikit-learn 1.2 for the same points.
TEST(Internal, ValuesOfASmallCase) {
  Team team(1);
  EXPECT_NEAR(silhouette(kPoints, kLabels, team), 0.737897417818393, 1e-14);
  EXPECT_NEAR(davies_bouldin(kPoints, kLabels), 0.2917415186742966, 1e-14);
  EXPECT_NEAR(calinski_harabasz(kPoints, kLabels), 47.55434782608696, 1e-11);
}

TEST(Internal, SilhouetteOfTwoPairsByHand) {
  const Points p{.values = {0, 1, 10, 12}, .n = 4, .d = 1};
  Team team(1);
  const double expected =
      ((11 - 1) / 11.0 + (10 - 1) / 10.0 + (9.5 - 2) / 9.5 + (11.5 - 2) / 11.5) / 4;
  EXPECT_DOUBLE_EQ(silhouette(p, Labels{0, 0, 1, 1}, team), expected);
}

TEST(Internal, APointAloneCountsZero) {
  const Points p{.values = {0, 1, 10}, .n = 3, .d = 1};
  Team team(1);
  EXPECT_DOUBLE_EQ(silhouette(p, Labels{0, 0, 1}, team), (9 / 10.0 + 8 / 9.0) / 3);
}

TEST(Internal, MovingAndScalingTheDataChangesNothing) {
  Points moved = kPoints;
  for (auto& v : moved.values) v = 4 * v - 64;
  Team team(1);
  EXPECT_NEAR(silhouette(moved, kLabels, team), silhouette(kPoints, kLabels, team), 1e-13);
  EXPECT_NEAR(davies_bouldin(moved, kLabels), davies_bouldin(kPoints, kLabels), 1e-13);
  EXPECT_NEAR(calinski_harabasz(moved, kLabels), calinski_harabasz(kPoints, kLabels), 1e-10);
}

TEST(Internal, SampledSilhouetteApproachesTheExactOneAtAnyThreadCount) {
  Points p{.values = {}, .n = 3000, .d = 2};
  Labels labels;
  Draws draws(3, Stream::generator);
  for (std::int64_t i = 0; i < p.n; ++i) {
    labels.push_back(static_cast<std::int32_t>(i % 3));
    p.values.push_back(draws.normal() + 3.0 * static_cast<double>(i % 3));
    p.values.push_back(draws.normal());
  }
  Team one(1);
  Team three(3, {}, Team::Size::exact);
  const double exact = silhouette(p, labels, one);
  EXPECT_EQ(silhouette(p, labels, three), exact);
  const double sampled = silhouette_sampled(p, labels, 1000, 7, one);
  EXPECT_NEAR(sampled, exact, 0.03);
  EXPECT_NE(sampled, exact);
  EXPECT_EQ(silhouette_sampled(p, labels, 1000, 7, three), sampled);
  EXPECT_EQ(silhouette_sampled(p, labels, 3000, 7, three), exact);
}

TEST(Internal, DegenerateClustersAreInfinitelyGoodOrBadNotNaN) {
  const Points p{.values = {1, 1, 2, 2}, .n = 4, .d = 1};
  Team team(1);
  EXPECT_TRUE(std::isinf(calinski_harabasz(p, Labels{0, 0, 1, 1})));
  EXPECT_TRUE(std::isinf(davies_bouldin(p, Labels{0, 1, 0, 1})));
  EXPECT_DOUBLE_EQ(silhouette(p, Labels{0, 0, 1, 1}, team), 1);
}

TEST(Internal, UndefinedCasesAreRefused) {
  Team team(1);
  EXPECT_THROW(silhouette(kPoints, Labels(8, 0), team), Error);
  EXPECT_THROW(davies_bouldin(kPoints, Labels{0, 1, 2, 3, 4, 5, 6, 7}), Error);
  EXPECT_THROW(calinski_harabasz(kPoints, Labels{0, 1}), Error);
  EXPECT_THROW(silhouette(kPoints, Labels{0, 0, 0, 0, 2, 2, 2, 2}, team), Error);
  EXPECT_THROW(silhouette(kPoints, Labels{0, 0, 0, 0, -1, 1, 1, 1}, team), Error);
  const std::int32_t huge = std::numeric_limits<std::int32_t>::max();  // 16 GiB of sizes
  EXPECT_THROW(silhouette(kPoints, Labels{0, 0, 0, 0, huge, 1, 1, 1}, team), Error);
}

}  // namespace
}  // namespace gnac::detail
