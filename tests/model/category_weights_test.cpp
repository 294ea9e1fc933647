#include "model/category_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "gnac/scaling.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kRows = 400;

/// Two groups far apart in three columns of deviation about 1.
Points two_groups(std::uint64_t seed) {
  Draws draws(seed, Stream::generator);
  Points p{{}, kRows, 3};
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (int c = 0; c < 3; ++c) p.values.push_back((i % 2 == 0 ? 0.0 : 2.0) + 0.2 * draws.normal());
  }
  return p;
}

/// One column of 0 and 1 for each of `values` values.
template <class Value>
Points one_of(int values, const Value& value) {
  Points p{std::vector<double>(static_cast<std::size_t>(kRows * values), 0.0), kRows, values};
  for (std::int64_t i = 0; i < kRows; ++i) p.values[i * values + value(i)] = 1;
  return p;
}

Points beside(PointsView a, PointsView b) {
  Points out{{}, a.n, a.d + b.d};
  for (std::int64_t i = 0; i < a.n; ++i) {
    out.values.insert(out.values.end(), a.row(i).begin(), a.row(i).end());
    out.values.insert(out.values.end(), b.row(i).begin(), b.row(i).end());
  }
  return out;
}

TEST(CategoryWeights, ACategoryThatTheNumbersBearOutTellsRowsApart) {
  const auto weights =
      category_weights(two_groups(1), one_of(2, [](std::int64_t i) { return i % 2; }));
  EXPECT_EQ(weights.at(0), weights.at(1));
  EXPECT_GT(weights[0], 0.45) << "neighbours in a group are about 0.15 apart";
  EXPECT_LE(weights[0], 1);
}

TEST(CategoryWeights, OneThatIsWrongInATenthOfTheRowsDoesNotTearThemOff) {
  Draws draws(9, Stream::generator);
  const auto plan = one_of(2, [&](std::int64_t i) {
    return static_cast<int>(draws.below(10) == 0 ? 1 - i % 2 : i % 2);
  });
  const auto weights = category_weights(two_groups(1), plan);
  EXPECT_LT(weights.at(0), 0.35) << "groups have a deviation of 0.2 in each of three numbers";
  EXPECT_GT(weights.at(0), 0.1);
}

// Among neighbours it differs, in the mean of squares, as much as one number does.
TEST(CategoryWeights, OneThatHasNothingToDoWithTheNumbersCountsAsOneMoreNumber) {
  const Points numbers = two_groups(2);
  Draws draws(3, Stream::generator);
  const auto weights = category_weights(
      numbers, one_of(3, [&](std::int64_t) { return static_cast<int>(draws.below(3)); }));
  ASSERT_EQ(weights.size(), 3U);
  std::vector<double> squares;  // per number, between the nearest 15 of each row
  for (std::int64_t i = 0; i < kRows; ++i) {
    std::vector<double> apart;
    for (std::int64_t j = 0; j < kRows; ++j) {
      double sum = 0;
      for (int c = 0; c < 3; ++c)
        sum += std::pow(PointsView(numbers)(i, c) - PointsView(numbers)(j, c), 2);
      if (j != i) apart.push_back(sum);
    }
    std::ranges::sort(apart);
    squares.push_back(std::accumulate(apart.begin(), apart.begin() + 15, 0.0) / (3 * 15));
  }
  std::ranges::sort(squares);
  const double square = squares[kRows / 2];
  const double between = 2 * weights[0] * weights[0] * 2 / 3;  // of rows that differ, 2 in 3
  EXPECT_NEAR(between, square, 0.25 * square);
}

TEST(CategoryWeights, AFewOutliersHardlyChangeThem) {
  Points numbers = two_groups(2);
  Draws draws(3, Stream::generator);
  const Points plan = one_of(3, [&](std::int64_t) { return static_cast<int>(draws.below(3)); });
  const auto without = category_weights(numbers, plan);
  for (std::int64_t i = 0; i < 6; ++i) {
    for (int c = 0; c < 3; ++c) numbers.values[i * 3 + c] = 10 + 5 * draws.normal();
  }
  const auto with = category_weights(numbers, plan);
  EXPECT_NEAR(with[0] / without[0], 1, 0.2);
}

TEST(CategoryWeights, YesAndNoInOneColumnAreACategoryOfTwo) {
  const Points numbers = two_groups(4);
  Draws draws(5, Stream::generator);
  const Points two = one_of(2, [&](std::int64_t) { return static_cast<int>(draws.below(2)); });
  Points one{{}, kRows, 1};
  for (std::int64_t i = 0; i < kRows; ++i) one.values.push_back(PointsView(two)(i, 1));
  const auto of_two = category_weights(numbers, two);
  const auto of_one = category_weights(numbers, one);
  EXPECT_DOUBLE_EQ(of_one.at(0), std::numbers::sqrt2 * of_two.at(0));
}

TEST(CategoryWeights, CategoriesThatAgreeWithEachOtherCountAlthoughNoNumberDoes) {
  Draws draws(6, Stream::generator);
  Points noise{{}, kRows, 2};
  for (std::int64_t i = 0; i < 2 * kRows; ++i) noise.values.push_back(draws.normal());
  const Points first = one_of(4, [](std::int64_t i) { return i % 4; });
  const Points pair = beside(first, one_of(4, [](std::int64_t i) { return (i + 1) % 4; }));
  // Nearly 1: a few of the neighbours are near by their numbers alone.
  const auto agreeing = category_weights(noise, pair);
  const auto alone = category_weights(noise, first);
  ASSERT_EQ(agreeing.size(), 8U);
  ASSERT_EQ(alone.size(), 4U);
  for (const double weight : agreeing) EXPECT_GT(weight, 0.95);
  for (const double weight : alone) EXPECT_LT(weight, 0.5);
}

// The last of four columns is a time.
Points with_time(const Points& numbers, const std::function<double(std::int64_t)>& time) {
  Points out{{}, numbers.n, numbers.d + 1};
  for (std::int64_t i = 0; i < numbers.n; ++i) {
    const auto row = PointsView(numbers).row(i);
    out.values.insert(out.values.end(), row.begin(), row.end());
    out.values.push_back(time(i));
  }
  return out;
}

TEST(TimeWeights, CountAsFarAsOtherNumbersBearThemOut) {
  const std::vector<std::int64_t> times{3};
  Draws draws(9, Stream::generator);
  const Points numbers = two_groups(2);
  const Points unrelated = with_time(numbers, [&](std::int64_t) { return draws.normal(); });
  const Points related = with_time(numbers, [&](std::int64_t i) {
    return (PointsView(numbers)(i, 0) > 1 ? 1 : -1) + 0.05 * draws.normal();
  });
  EXPECT_LT(time_weights(unrelated, times).at(0), 0.4);
  EXPECT_GE(time_weights(unrelated, times).at(0), 0.2);
  EXPECT_GT(time_weights(related, times).at(0), 0.9);
  EXPECT_TRUE(time_weights(related, {}).empty());
  const Points alone = with_time({{}, kRows, 0}, [&](std::int64_t) { return draws.normal(); });
  const std::vector<std::int64_t> only{0};
  EXPECT_EQ(time_weights(alone, only).at(0), 1);
}

TEST(TimeWeights, AreForTheTimesOfATable) {
  Draws draws(10, Stream::generator);
  const Points points = with_time(two_groups(2), [&](std::int64_t) { return draws.normal(); });
  TableRecipe table = named_columns(std::vector<std::string>{"a", "b", "c", "joined"});
  const InputScaling numbers = fit_scaling(points, ScaleMode::table, table);
  EXPECT_EQ(numbers, fit_scaling(points, ScaleMode::table));
  table.columns[3].kind = ColumnKind::time;
  const InputScaling times = fit_scaling(points, ScaleMode::table, table);
  EXPECT_EQ(times.divisor[0], numbers.divisor[0]);
  EXPECT_GT(times.divisor[3], 2 * numbers.divisor[3]);
  EXPECT_EQ(fit_scaling(points, ScaleMode::standard, table),
            fit_scaling(points, ScaleMode::standard));
}

TEST(CategoryWeights, DoNotDependOnTheOrderOfTheRows) {
  Draws draws(7, Stream::generator);
  Points numbers{{}, 3000, 2};  // more than are looked at
  Points yes{{}, 3000, 1};
  for (std::int64_t i = 0; i < numbers.n; ++i) {
    numbers.values.push_back(draws.normal());
    numbers.values.push_back(draws.normal());
    yes.values.push_back(numbers.values.back() + draws.normal() > 0 ? 1 : 0);
  }
  Points back = numbers, yes_back = yes;
  for (std::int64_t i = 0; i < numbers.n; ++i) {
    std::ranges::copy(numbers.row(numbers.n - 1 - i), back.values.begin() + 2 * i);
    yes_back.values[i] = yes.values[numbers.n - 1 - i];
  }
  EXPECT_NEAR(category_weights(numbers, yes).at(0), category_weights(back, yes_back).at(0), 1e-12);
}

TEST(CategoryWeights, ScaleTheColumnsInEveryModeButNone) {
  const Points groups = one_of(2, [](std::int64_t i) { return i % 2; });
  const Points table = beside(two_groups(8), groups);
  for (const ScaleMode mode : {ScaleMode::global, ScaleMode::none, ScaleMode::standard,
                               ScaleMode::robust, ScaleMode::rank, ScaleMode::table}) {
    const Points scaled = apply_scaling(table, fit_scaling(table, mode, 2));
    double square = 0;
    for (std::int64_t c = 3; c < 5; ++c)
      square += std::pow(PointsView(scaled)(0, c) - PointsView(scaled)(1, c), 2);
    if (mode == ScaleMode::none) {
      EXPECT_EQ(square, 2);
    } else {
      EXPECT_GT(square, 0.3) << to_string(mode);
      EXPECT_LE(square, 2 + 1e-12) << to_string(mode);
    }
  }
  EXPECT_EQ(apply_scaling(groups, fit_scaling(groups, ScaleMode::global, 2)).values, groups.values);
}

}  // namespace
}  // namespace gnac::detail
