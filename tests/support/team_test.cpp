#include "support/team.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

TEST(Team, EveryItemRunsExactlyOnceAtAnyThreadCount) {
  for (const int threads : {1, 2, 3, 7}) {
    Team team(threads, {}, Team::Size::exact);
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
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(team.sum_blocks(100000, 64, term), expected);
  }
}

TEST(Team, AnExceptionInAnItemReachesTheCaller) {
  Team team(3, {}, Team::Size::exact);
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

TEST(Team, HasNoMoreThreadsThanProcessors) {
  EXPECT_EQ(usable_threads(0), processors());
  EXPECT_EQ(usable_threads(1), 1);
  EXPECT_EQ(usable_threads(100000), processors());
  EXPECT_EQ(Team(1000).size(), processors());
}

// A thread that the system does not start makes the team smaller and changes no answer.
TEST(Team, DoesWithoutThreadsThatCannotStart) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need the address space that this test takes away";
#endif
  const pid_t child = ::fork();
  if (child == 0) {
    struct rlimit limit {};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = rlim_t{256} << 20;  // 8 MiB of stack each
    ::setrlimit(RLIMIT_AS, &limit);
    Team team(1000, {}, Team::Size::exact);
    std::vector<int> hits(5000);
    team.for_each(std::ssize(hits), [&](std::int64_t i) { ++hits[i]; });
    const bool all = std::count(hits.begin(), hits.end(), 1) == std::ssize(hits);
    ::_exit(all && team.size() < 1000 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// Workers that come late, leave early and meet the next job at once.
TEST(Team, ManyShortJobsEndAndMissNothing) {
  Team team(6, {}, Team::Size::exact);
  std::int64_t total = 0;
  for (int job = 0; job < 20000; ++job) {
    std::array<std::int64_t, 8> part{};
    const std::int64_t items = job % 9;
    team.for_each(items, [&](std::int64_t i) { part[i] = i + 1; });
    total += std::accumulate(part.begin(), part.end(), std::int64_t{0}) - items * (items + 1) / 2;
  }
  EXPECT_EQ(total, 0);
}

}  // namespace
}  // namespace gnac::detail
