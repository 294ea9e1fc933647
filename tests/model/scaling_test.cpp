#include "gnac/scaling.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "gnac/diagnosis.h"
#include "gnac/error.h"
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

/// Uneven values in [-1, 1], the same on every run.
double uneven(int i, int column) {
  const double x = std::sin(i * 12.9898 + column * 78.233) * 43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

template <class Value>
Points table_of(int rows, int columns, Value value) {
  std::vector<double> values;
  for (int i = 0; i < rows; ++i) {
    for (int c = 0; c < columns; ++c) values.push_back(value(i, c));
  }
  return points_of(values, columns);
}

ScaleMode scale_of(const Points& points) {
  return choose_scale(points).scale;
}

TEST(ChooseScale, CoordinatesKeepTheirGeometry) {
  EXPECT_EQ(scale_of(table_of(200, 2, [](int i, int c) { return (1 + 3 * c) * uneven(i, c); })),
            ScaleMode::global);
  EXPECT_EQ(scale_of(table_of(200, 3, [](int i, int c) { return 1e6 + uneven(i, c); })),
            ScaleMode::global);
}

TEST(ChooseScale, UnitsAreToldApart) {
  EXPECT_EQ(scale_of(table_of(200, 2, [](int i, int c) { return (1 + 400 * c) * uneven(i, c); })),
            ScaleMode::table);
  EXPECT_EQ(
      scale_of(table_of(200, 6, [](int i, int c) { return std::pow(4.0, c) * uneven(i, 5 - c); })),
      ScaleMode::table);
  // Age and years of tenure: of similar spread, but one has a long tail.
  EXPECT_EQ(scale_of(table_of(200, 2,
                              [](int i, int c) {
                                const double u = (uneven(i, c) + 1) / 2;
                                return c == 0 ? 40 + 20 * uneven(i, c) : -5 * std::log(u + 1e-9);
                              })),
            ScaleMode::table);
}

TEST(ChooseScale, ComponentsAndPixelsHaveOneUnit) {
  // Uncorrelated columns whose spread falls by a factor of 100.
  EXPECT_EQ(
      scale_of(table_of(3000, 20, [](int i, int c) { return std::pow(0.785, c) * uneven(i, c); })),
      ScaleMode::global);
  // From 0 to 255, but some columns are nearly always 0.
  EXPECT_EQ(scale_of(table_of(300, 30,
                              [](int i, int c) {
                                const double shade = 127.5 + 127.5 * uneven(i, c);
                                return i == c ? 255.0 : i == c + 1 ? 0.0 : c % 3 == 0 ? 0.0 : shade;
                              })),
            ScaleMode::global);
}

TEST(ChooseScale, EmbeddingsAreComparedByDirection) {
  const auto cloud = [](double offset) {
    return table_of(200, 64, [=](int i, int c) { return offset + uneven(i, c); });
  };
  EXPECT_EQ(choose_scale(cloud(0.1)).metric, Metric::cosine);
  EXPECT_EQ(choose_scale(cloud(5)).metric, Metric::euclidean);  // far from the origin
  EXPECT_EQ(choose_scale(table_of(200, 8, uneven)).metric, Metric::euclidean);
  // What is asked for stays.
  EXPECT_EQ(choose_scale(cloud(0.1), 0, ScaleMode::automatic, Metric::euclidean).metric,
            Metric::euclidean);
  EXPECT_EQ(choose_scale(cloud(0.1), 0, ScaleMode::standard).metric, Metric::euclidean);
  EXPECT_EQ(choose_scale(cloud(5), 0, ScaleMode::automatic, Metric::cosine).scale, ScaleMode::none);
}

TEST(ChooseScale, ProfilesAreComparedByTheirPattern) {
  // A hump somewhere along 80 columns, of any height on any level: each column resembles the next.
  const auto profile = [](int i, int c) {
    const double place = 40 + 30 * uneven(i, 0), away = (c - place) / 8;
    return 10 + uneven(i, 1) + (2 + uneven(i, 2)) * std::exp(-away * away);
  };
  const Points series = table_of(300, 80, profile);
  EXPECT_EQ(choose_scale(series).metric, Metric::correlation);
  EXPECT_EQ(choose_scale(series).scale, ScaleMode::none);  // as --metric correlation by itself
  EXPECT_EQ(choose_scale(table_of(300, 20, profile)).metric, Metric::euclidean);
  // The same values in columns without an order; then columns that all resemble each other alike.
  EXPECT_NE(
      choose_scale(table_of(300, 80, [&](int i, int c) { return profile(i, 37 * c % 80); })).metric,
      Metric::correlation);
  EXPECT_NE(
      choose_scale(
          table_of(300, 80, [](int i, int c) { return 10 + 3 * uneven(i, 100) + uneven(i, c); }))
          .metric,
      Metric::correlation);
  // Whoever wants distances gets them at one scale.
  EXPECT_EQ(choose_scale(series, 0, ScaleMode::automatic, Metric::euclidean).scale,
            ScaleMode::global);
}

// They were read beyond their end.
TEST(Scaling, PointsOfOtherColumnsAreRefused) {
  const Points points = table_of(20, 3, uneven);
  const InputScaling scaling = fit_scaling(table_of(20, 2, uneven), ScaleMode::global);
  EXPECT_THROW(apply_scaling(points, scaling), Error);
  EXPECT_THROW(undo_scaling(points, scaling), Error);
  for (const std::int64_t indicators : {-1, 4}) {
    EXPECT_THROW(choose_scale(points, indicators), Error);
    EXPECT_THROW(fit_scaling(points, ScaleMode::global, indicators), Error);
    EXPECT_THROW(diagnose_columns(points, {}, {}, indicators), Error);
  }
  TableRecipe table;
  table.columns.resize(9);
  EXPECT_THROW(fit_scaling(points, ScaleMode::table, table), Error);
  EXPECT_TRUE(diagnose_columns({}, {}).empty());
}

TEST(Scaling, LongTailsAreShortenedInTables) {
  const Points points = table_of(
      400, 2, [](int i, int c) { return c == 0 ? uneven(i, c) : std::exp(4 * uneven(i, c)); });
  const InputScaling scaling = fit_scaling(points, ScaleMode::table);
  ASSERT_EQ(scaling.bend_divisor.size(), 2U);
  EXPECT_EQ(scaling.bend_divisor[0], 0);
  EXPECT_GT(scaling.bend_divisor[1], 0);
  const Points bent = apply_scaling(points, scaling);
  const Points plain = scaled(points, ScaleMode::standard);
  double most = 0, most_plain = 0, square = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    EXPECT_DOUBLE_EQ(bent.values[2 * i], plain.values[2 * i]);
    most = std::max(most, bent.values[2 * i + 1]);
    most_plain = std::max(most_plain, plain.values[2 * i + 1]);
    square += bent.values[2 * i + 1] * bent.values[2 * i + 1];
  }
  EXPECT_LT(most, 0.7 * most_plain);
  EXPECT_NEAR(square / static_cast<double>(points.n - 1), 1, 1e-12);
  // The order of values stays, also beyond the fitted ones.
  const Points more = apply_scaling(points_of({0, 1e-3, 0, 50, 0, 1e6}, 2), scaling);
  EXPECT_LT(more.values[1], more.values[3]);
  EXPECT_LT(more.values[3], more.values[5]);
}

}  // namespace
}  // namespace gnac::detail
