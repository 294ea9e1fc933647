#include "readout/affinity.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "gnac/error.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

// The paper's formula, counting: rank = smaller distances, then equal ones on earlier edges.
std::vector<double> naive_affinity(const std::vector<double>& distance) {
  const std::size_t m = distance.size();
  std::vector<double> affinity;
  for (std::size_t e = 0; e < m; ++e) {
    std::size_t rank = 0;
    for (std::size_t f = 0; f < m; ++f) {
      if (distance[f] < distance[e] || (distance[f] == distance[e] && f < e)) ++rank;
    }
    const double q = m > 1 ? static_cast<double>(rank) / static_cast<double>(m - 1) : 0.0;
    affinity.push_back(std::max(1.0 - q, 1e-6));
  }
  return affinity;
}

std::vector<double> random_distances(std::size_t n) {
  Draws draws(11, Stream::study);
  std::vector<double> distance(n);
  for (auto& d : distance) d = draws.uniform() * 20.0;
  return distance;
}

TEST(Affinity, AffinityIsThePapersFormula) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto few = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 30));
    const std::vector<double> distance(few.begin(), few.end());
    RC_ASSERT(rank_affinity(distance, team) == naive_affinity(distance));
  }));
}

TEST(Affinity, OneEdgeHasFullAffinityAndTheFarthestOfManyTheLeast) {
  Team team(1);
  EXPECT_EQ(rank_affinity(std::vector<double>{42.0}, team), std::vector<double>{1.0});
  EXPECT_EQ(rank_affinity(std::vector<double>{3.0, 1.0, 2.0}, team),
            (std::vector<double>{1e-6, 1.0, 0.5}));
  EXPECT_TRUE(rank_affinity({}, team).empty());
}

TEST(Affinity, AffinityDoesNotChangeUnderAStrictlyIncreasingMap) {
  Team team(2);
  const auto distance = random_distances(30'000);
  const auto expected = rank_affinity(distance, team);
  auto mapped = distance;
  for (auto& d : mapped) d = std::expm1(d) * 1e-3;
  EXPECT_EQ(rank_affinity(mapped, team), expected);
  for (auto& d : mapped) d = std::sqrt(d) + 5.0;
  EXPECT_EQ(rank_affinity(mapped, team), expected);
}

TEST(Affinity, AffinityIsTheSameAtAnyThreadCount) {
  const auto distance = random_distances(300'000);
  Team one(1);
  const auto expected = rank_affinity(distance, one);
  for (const int threads : {2, 3, 7}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(rank_affinity(distance, team), expected);
  }
}

TEST(Affinity, ADistanceThatIsNotANumberIsRefused) {
  Team team(1);
  const std::vector<double> distance{1.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(rank_affinity(distance, team), Error);
}

}  // namespace
}  // namespace gnac::detail
