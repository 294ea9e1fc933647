#include "gnac/similarities.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gnac/error.h"

namespace gnac {
namespace {

TEST(Similarities, BecomeDistancesInTheOppositeOrder) {
  const EdgeList edges{4, {0, 1, 2}, {1, 2, 3}, {2.0, 1.0, 0.0}};
  const EdgeList found = edges_from_similarities(edges);
  EXPECT_EQ(found.nodes, 4);
  EXPECT_EQ(found.from, (std::vector<std::int32_t>{0, 1}));  // 0 is no edge
  EXPECT_EQ(found.to, (std::vector<std::int32_t>{1, 2}));
  EXPECT_DOUBLE_EQ(found.distance.at(0), 1);
  EXPECT_DOUBLE_EQ(found.distance.at(1), 1 + std::log(2.0));
}

// exp(-d/s) gives d back, up to a factor and a constant.
TEST(Similarities, ThatFallOffExponentiallyGiveTheDistanceBack) {
  const std::vector<double> distance{0.5, 1, 2, 4};
  EdgeList edges{5, {0, 1, 2, 3}, {1, 2, 3, 4}, {}};
  for (const double d : distance) edges.distance.push_back(std::exp(-d / 3));
  const EdgeList found = edges_from_similarities(edges);
  for (std::size_t e = 0; e < distance.size(); ++e)
    EXPECT_NEAR(found.distance[e], 1 + (distance[e] - 0.5) / 3, 1e-12);
}

TEST(Similarities, AreRefusedIfTheyCannotBe) {
  EXPECT_THROW(edges_from_similarities({2, {0}, {1}, {-0.5}}), Error);
  EXPECT_THROW(edges_from_similarities({2, {0}, {1}, {}}), Error);
  EXPECT_THROW(edges_from_similarities({2, {0, 1}, {1}, {1, 1}}), Error);
  EXPECT_THROW(edges_from_similarities({2, {0}, {1}, {0}}), Error);
  EXPECT_THROW(edges_from_similarities({2, {0}, {1}, {NAN}}), Error);
}

}  // namespace
}  // namespace gnac
