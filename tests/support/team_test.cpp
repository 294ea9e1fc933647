#include "support/team.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "gnac/error.h"

namespace gnac {
namespace {

TEST(Team, EveryItemRunsExactlyOnceAtAnyThreadCount) {
  for (const int threads : {1, 2, 3, 7}) {
    Team team(threads);
    EXPECT_EQ(team.size(), threads);
    std::vector<int> hits(10007);
    for (int repeat = 0; repeat < 20; ++repeat) {
      team.for_each(std::ssize(hits), [&](std::int64_t i) { ++hits[i]; });
    }
    for (const int h : hits) ASSERT_EQ(h, 20);
  }
}

TEST(Team, SumOverFixedBlocksDoesNotDependOnThreads) {
  const auto term = [](std::int64_t b, std::int64_t e) {
    double s = 0;
    for (auto i = b; i < e; ++i) s += 1.0 / static_cast<double>(1 + i * i);
    return s;
  };
  Team one(1);
  const double expected = one.sum_blocks(100000, 64, term);
  for (const int threads : {2, 5}) {
    Team team(threads);
    EXPECT_EQ(team.sum_blocks(100000, 64, term), expected);
  }
}

TEST(Team, AnExceptionInAnItemReachesTheCaller) {
  Team team(3);
  EXPECT_THROW(team.for_each(1000,
                             [](std::int64_t i) {
                               if (i == 77) throw std::out_of_range("77");
                             }),
               std::out_of_range);
  int after = 0;
  team.for_each(1, [&](std::int64_t) { ++after; });
  EXPECT_EQ(after, 1) << "the team must stay usable";
}

TEST(Team, ObserverCanStopLongWorkThroughTheHeartbeat) {
  int beats = 0;
  Team team(2, [&](const Progress&) { return ++beats < 3; });
  EXPECT_THROW(
      team.for_each(
          100000, [](std::int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }),
      Cancelled);
  EXPECT_EQ(beats, 3);
}

}  // namespace
}  // namespace gnac
