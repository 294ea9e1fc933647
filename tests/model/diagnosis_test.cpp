#include "gnac/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "methods/cases.h"

namespace gnac::detail {
namespace {

bool has(const std::vector<Finding>& findings, FindingKind kind) {
  return std::ranges::any_of(findings, [&](const Finding& f) { return f.kind == kind; });
}

/// Replaces a column by fn(row).
template <class Fn>
Points with_column(Points points, std::int64_t column, Fn&& fn) {
  for (std::int64_t i = 0; i < points.n; ++i)
    points.values[i * points.d + column] = static_cast<double>(fn(i));
  return points;
}

TEST(Diagnosis, OfAnOrdinaryTableIsEmpty) {
  const Diagnosis found = diagnose(normal_points(300, 3, 4));
  for (const Finding& finding : found.findings) EXPECT_LT(finding.severity, 0.5) << finding.text;
  EXPECT_EQ(found.scale, ScaleMode::global);
  EXPECT_NEAR(found.intrinsic_dimension, 3, 0.6);
  EXPECT_EQ(found.components, 1);
}

TEST(Diagnosis, NamesTheColumnThatRules) {
  Points points = normal_points(200, 3, 4);
  for (std::int64_t i = 0; i < points.n; ++i) points.values[i * 3 + 1] *= 1000;
  const std::vector<std::string> names{"height", "income", "age"};
  Options global;
  global.scale = ScaleMode::global;
  const auto found = diagnose_columns(points, global, names);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().kind, FindingKind::ruling_column);
  EXPECT_EQ(found.front().column, "income");
  Options standard;
  standard.scale = ScaleMode::standard;
  EXPECT_FALSE(has(diagnose_columns(points, standard, names), FindingKind::ruling_column))
      << "scaled away";
}

TEST(Diagnosis, SeesIndexConstantAndTails) {
  const Points points = normal_points(200, 3, 4);
  EXPECT_EQ(
      diagnose_columns(with_column(points, 0, [](std::int64_t i) { return i; }), {}).front().kind,
      FindingKind::index_column);
  EXPECT_TRUE(has(diagnose_columns(with_column(points, 0, [](std::int64_t) { return 5.0; }), {}),
                  FindingKind::constant_column));
  const auto tail = [&](std::int64_t i) {
    return i % 50 == 0 ? 60.0 : points.values[static_cast<std::size_t>(i) * 3];
  };
  EXPECT_TRUE(has(diagnose_columns(with_column(points, 0, tail), {}), FindingKind::long_tails));
}

TEST(Diagnosis, TailsThatTheScaleShortensAreNoFinding) {
  Points points = normal_points(200, 6, 4);
  for (std::int64_t i = 0; i < points.n; ++i)
    points.values[static_cast<std::size_t>(i) * 6] = std::exp(9 + 1.5 * PointsView(points)(i, 0));
  Options options;
  EXPECT_FALSE(has(diagnose(points, options).findings, FindingKind::long_tails));
  EXPECT_EQ(diagnose(points, options).scale, ScaleMode::table);
  EXPECT_FALSE(diagnose(points, options).scale_reason.empty());
  options.scale = ScaleMode::standard;
  EXPECT_TRUE(has(diagnose(points, options).findings, FindingKind::long_tails));
}

TEST(Diagnosis, SeesRepeatsFewPointsAndFarOnes) {
  Points repeated = normal_points(100, 2, 4);
  repeated.values.insert(repeated.values.end(), repeated.values.begin(), repeated.values.end());
  repeated.n *= 2;
  EXPECT_TRUE(has(diagnose(repeated).findings, FindingKind::duplicates));
  EXPECT_TRUE(has(diagnose(normal_points(8, 2, 4)).findings, FindingKind::few_points));
  Points far = normal_points(300, 2, 4);
  far.values.insert(far.values.end(), {500, 500});
  ++far.n;
  EXPECT_TRUE(has(diagnose(far).findings, FindingKind::far_points));
}

TEST(Diagnosis, SeesManyDimensions) {
  EXPECT_TRUE(has(diagnose(normal_points(500, 60, 4)).findings, FindingKind::high_dimension));
}

}  // namespace
}  // namespace gnac::detail
