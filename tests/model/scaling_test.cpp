#include "gnac/scaling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "io/message.h"

namespace gnac::detail {
namespace {

Points points_of(std::vector<double> values, std::int64_t d) {
  const auto n = static_cast<std::int64_t>(values.size()) / d;
  return {std::move(values), n, d};
}

Points scaled(const Points& points, ScaleMode mode) {
  return apply_scaling(points, fit_scaling(points, mode));
}

TEST(Scaling, GlobalCentresAndKeepsTheGeometry) {
  // Columns 0, 2 and 10, 14: centred ±1, ±2; one deviation √((1+1+4+4)/3).
  const Points out = scaled(points_of({0, 10, 2, 14}, 2), ScaleMode::global);
  const double s = std::sqrt(10.0 / 3);
  const std::vector<double> expected{-1 / s, -2 / s, 1 / s, 2 / s};
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(out.values[i], expected[i]);
}

TEST(Scaling, StandardGivesEachColumnUnitDeviation) {
  const Points out = scaled(points_of({0, 10, 2, 14}, 2), ScaleMode::standard);
  const double unit = std::sqrt(0.5);
  const std::vector<double> expected{-unit, -unit, unit, unit};
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(out.values[i], expected[i]);
}

TEST(Scaling, NoneIsTheIdentity) {
  const Points points = points_of({0, 10, 2, 14}, 2);
  EXPECT_TRUE(fit_scaling(points, ScaleMode::none).centre.empty());
  EXPECT_EQ(scaled(points, ScaleMode::none).values, points.values);
}

TEST(Scaling, ConstantColumnsBecomeZeroAndDoNotCount) {
  // 0.1 thirty times does not sum to 3: the centre must be the value itself.
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.insert(values.end(), {0.1, static_cast<double>(i)});
  for (const ScaleMode mode : {ScaleMode::global, ScaleMode::standard}) {
    const InputScaling scaling = fit_scaling(points_of(values, 2), mode);
    EXPECT_EQ(scaling.centre[0], 0.1);
    EXPECT_EQ(scaling.divisor[0], 1);
    EXPECT_NEAR(scaling.divisor[1], std::sqrt(30 * 31 / 12.0), 1e-12);
  }
}

TEST(Scaling, HugeTinyAndOffsetValuesKeepTheirDigits) {
  for (const double unit : {1e300, 1e-300, 5e-324}) {
    const Points out = scaled(points_of({0, unit, 2 * unit}, 1), ScaleMode::global);
    for (const double value : out.values) EXPECT_TRUE(std::isfinite(value));
    if (unit > 5e-324) {
      EXPECT_DOUBLE_EQ(out.values[2], 1);
    }
  }
  const Points far = scaled(points_of({1e15, 1e15 + 1, 1e15 + 2}, 1), ScaleMode::global);
  EXPECT_DOUBLE_EQ(far.values[0], -1);
  EXPECT_EQ(message_of([] {
              scaled(points_of({1, -1.7e308, 2, 1.7e308}, 2), ScaleMode::global);
            }),
            "column 2 has values too far apart to be scaled");
}

TEST(Scaling, TheNumberOfColumnsMustAgree) {
  const InputScaling scaling = fit_scaling(points_of({0, 10, 2, 14}, 2), ScaleMode::global);
  EXPECT_EQ(message_of([&] {
              apply_scaling(points_of({1, 2, 3}, 3), scaling);
            }),
            "the scaling is for 2 columns, but the points have 3");
}

TEST(Scaling, PointsThatAreAllEqualHaveNoScale) {
  const Points equal = points_of({3, 3, 3, 3}, 2);
  for (const ScaleMode mode : {ScaleMode::global, ScaleMode::standard}) {
    EXPECT_NE(message_of([&] { fit_scaling(equal, mode); }).find("constant"), std::string::npos);
  }
  EXPECT_TRUE(fit_scaling(equal, ScaleMode::none).centre.empty());
}

// Centred columns with total variance 1, whatever the data.
TEST(Scaling, GlobalHasUnitTotalVariance) {
  EXPECT_TRUE(rc::check([] {
    const auto d = *rc::gen::inRange<std::int64_t>(1, 5);
    const auto n = *rc::gen::inRange<std::int64_t>(2, 30);
    std::vector<double> values(n * d);
    for (double& v : values) v = *rc::gen::inRange(-1000000, 1000000) * 1e-3;
    const Points points = points_of(values, d);
    const auto first = points.row(0);
    bool equal = true;
    for (std::int64_t i = 1; i < n; ++i)
      equal = equal && std::equal(first.begin(), first.end(), points.row(i).begin());
    RC_PRE(!equal);
    const Points out = scaled(points, ScaleMode::global);
    double squares = 0;
    std::int64_t varying = 0;
    for (std::int64_t c = 0; c < d; ++c) {
      double mean = 0;
      bool constant = true;
      for (std::int64_t i = 0; i < n; ++i) {
        mean += out.values[i * d + c] / static_cast<double>(n);
        squares += out.values[i * d + c] * out.values[i * d + c];
        constant = constant && points.values[i * d + c] == points.values[c];
      }
      RC_ASSERT(std::abs(mean) < 1e-9);
      varying += constant ? 0 : 1;
    }
    if (varying > 0) {
      RC_ASSERT(std::abs(squares / static_cast<double>(varying * n - 1) - 1) < 1e-9);
    }
  }));
}

TEST(Scaling, RobustIsByQuartilesAndIgnoresAWildValue) {
  const Points calm = scaled(points_of({1, 2, 3, 4, 5}, 1), ScaleMode::robust);
  const Points wild = scaled(points_of({1, 2, 3, 4, 5000}, 1), ScaleMode::robust);
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(calm.values[i], wild.values[i]);
  EXPECT_EQ(calm.values[2], 0) << "the median";
}

TEST(Scaling, RobustKeepsAColumnMostOfWhoseValuesAreEqual) {
  const Points out = scaled(points_of({0, 0, 0, 0, 0, 0, 0, 9}, 1), ScaleMode::robust);
  EXPECT_EQ(out.values[0], 0);
  EXPECT_GT(out.values[7], 1);
}

TEST(Scaling, RanksDoNotChangeUnderAMonotoneMap) {
  const std::vector<double> values{3, -1, 7, 7, 0.5, 100};
  std::vector<double> warped;
  for (const double v : values) warped.push_back(std::exp(v / 10));
  const Points a = scaled(points_of(values, 1), ScaleMode::rank);
  const Points b = scaled(points_of(warped, 1), ScaleMode::rank);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.values[2], a.values[3]) << "equal values have equal ranks";
}

TEST(Scaling, NewValuesTakeTheRankThatTheyWouldHave) {
  const InputScaling scaling = fit_scaling(points_of({10, 20, 30, 40}, 1), ScaleMode::rank);
  const Points out = apply_scaling(points_of({-5, 10, 15, 99}, 1), scaling);
  EXPECT_LT(out.values[0], out.values[1]);
  EXPECT_LT(out.values[1], out.values[2]);
  EXPECT_LT(out.values[2], out.values[3]);
  EXPECT_NEAR(out.values[2], (0.25 - 0.5) * std::sqrt(12.0), 1e-12);
}

TEST(Scaling, AutomaticKeepsOneUnitAndTellsUnitsApart) {
  const auto table = [](double second, bool tail) {
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) {
      values.push_back(std::sin(i * 1.7));
      values.push_back(second * std::cos(i * 2.3) * (tail && i % 40 == 0 ? 100 : 1));
    }
    return points_of(values, 2);
  };
  EXPECT_EQ(choose_scale(table(4, false)), ScaleMode::global);
  EXPECT_EQ(choose_scale(table(400, false)), ScaleMode::standard);
  EXPECT_EQ(choose_scale(table(400, true)), ScaleMode::rank);
  const Points points = table(400, false);
  EXPECT_EQ(scaled(points, ScaleMode::automatic).values,
            scaled(points, ScaleMode::standard).values);
}

}  // namespace
}  // namespace gnac::detail
