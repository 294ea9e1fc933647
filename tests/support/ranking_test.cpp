#include "support/ranking.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/random.h"

namespace gnac::detail {
namespace {

std::vector<std::int32_t> naive_order(const std::vector<double>& values) {
  std::vector<std::int32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return values[a] < values[b]; });
  return order;
}

// The definition: smaller values, plus half of the equal ones beside itself.
std::vector<double> naive_average_ranks(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double v : values) {
    const auto smaller =
        std::count_if(values.begin(), values.end(), [&](double w) { return w < v; });
    const auto equal = std::count(values.begin(), values.end(), v);
    ranks.push_back(static_cast<double>(smaller) + 0.5 * static_cast<double>(equal - 1));
  }
  return ranks;
}

std::vector<double> many_values(std::size_t n, std::uint64_t distinct) {
  Draws draws(3, Stream::study);
  std::vector<double> values(n);
  for (auto& v : values) v = std::exp(0.01 * static_cast<double>(draws.below(distinct))) - 3.0;
  return values;
}

TEST(Ranking, OrderIsThatOfAStableSort) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto few = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-4, 5));
    const std::vector<double> values(few.begin(), few.end());
    RC_ASSERT(stable_order(values, team) == naive_order(values));
  }));
  EXPECT_TRUE(rc::check([&](const std::vector<double>& values) {
    RC_PRE(std::none_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }));
    RC_ASSERT(stable_order(values, team) == naive_order(values));
  }));
}

TEST(Ranking, OrderHandlesSignsZerosAndExtremes) {
  Team team(1);
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> values{0.0, -0.0, 5e-324, -inf, 1e308, -5e-324, inf, -1.0, -0.0};
  EXPECT_EQ(stable_order(values, team), naive_order(values));
}

TEST(Ranking, LargeOrderIsTheSameAtAnyThreadCount) {
  const auto values = many_values(200'003, 50'000);
  const auto expected = naive_order(values);
  for (const int threads : {1, 2, 5}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(stable_order(values, team), expected);
  }
}

TEST(Ranking, AverageRanksAreTheDefinition) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto few = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
    const std::vector<double> values(few.begin(), few.end());
    RC_ASSERT(average_ranks(values, team) == naive_average_ranks(values));
  }));
}

TEST(Ranking, RunsOfTiesMayCrossManyBlocks) {
  Team team(3, {}, Team::Size::exact);
  const std::vector<double> values = many_values(100'000, 3);  // ties far longer than a block
  const auto ranks = average_ranks(values, team);
  const auto order = naive_order(values);
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (auto r = first; r <= last; ++r) {
      ASSERT_EQ(ranks[order[r]], 0.5 * static_cast<double>(first + last));
    }
    first = last + 1;
  }
}

TEST(Ranking, SpearmanSeesOrderOnly) {
  Team team(2);
  const auto values = many_values(5'000, 700);
  std::vector<double> increasing(values), decreasing(values);
  for (auto& v : increasing) v = std::cbrt(v);
  for (auto& v : decreasing) v = 1.0 - 2.0 * v;
  EXPECT_NEAR(spearman(values, increasing, team), 1.0, 1e-14);
  EXPECT_NEAR(spearman(values, decreasing, team), -1.0, 1e-14);
}

TEST(Ranking, SpearmanWithTiesByHand) {
  Team team(1);
  // ranks 0, 1.5, 1.5, 3 against 0, 1, 3, 2: products 3, 4.5 and 5
  const std::vector<double> a{1, 2, 2, 9};
  const std::vector<double> b{-1, 0, 8, 5};
  EXPECT_NEAR(spearman(a, b, team), 3.0 / std::sqrt(4.5 * 5.0), 1e-15);
}

TEST(Ranking, SpearmanOfConstantVectors) {
  Team team(1);
  const std::vector<double> flat{2, 2, 2}, other{7, 7, 7}, ranked{1, 2, 3};
  EXPECT_EQ(spearman(flat, other, team), 1.0);
  EXPECT_EQ(spearman(flat, ranked, team), 0.0);
  EXPECT_EQ(spearman(ranked, flat, team), 0.0);
  EXPECT_EQ(spearman(std::vector<double>{5}, std::vector<double>{6}, team), 1.0) << "one edge";
  EXPECT_EQ(spearman({}, {}, team), 1.0) << "no edges";
}

TEST(Ranking, SpearmanIsBitwiseTheSameAtAnyThreadCount) {
  const auto a = many_values(150'000, 40'000);
  auto b = a;
  std::reverse(b.begin(), b.begin() + 90'000);
  Team one(1);
  const double expected = spearman(a, b, one);
  for (const int threads : {2, 3, 7}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(spearman(a, b, team), expected);
  }
}

}  // namespace
}  // namespace gnac::detail
