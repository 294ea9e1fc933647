#include "metrics/metric.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <set>
#include <string>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

TEST(Boundary, AreaUnderTheCurveWithTies) {
  // Distances 1 2 2 3 4 5 5 7; boundary edges are the 3rd, 5th, 6th and 8th.
  const Labels reference{0, 1, 0, 0};
  const Edge same{2, 3};
  const Edge crossing{1, 2};
  const std::vector<Edge> edges{same, same, crossing, same, crossing, crossing, same, crossing};
  const std::vector<double> distance{1, 2, 2, 3, 4, 5, 5, 7};
  EXPECT_DOUBLE_EQ(boundary_auc(edges, distance, reference), 0.75);
}

TEST(Boundary, EqualsTheShareOfOrderedPairs) {
  EXPECT_TRUE(rc::check([] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 40);
    const auto length = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, 6));
    const auto crosses = *rc::gen::container<std::vector<bool>>(count, rc::gen::arbitrary<bool>());
    const Labels reference{0, 1, 0};
    std::vector<Edge> edges;
    for (const bool c : crosses) edges.push_back(c ? Edge{0, 1} : Edge{0, 2});
    double wins = 0;
    double pairs = 0;
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        if (!crosses[a] || crosses[b]) continue;
        pairs += 1;
        wins += length[a] > length[b] ? 1 : length[a] == length[b] ? 0.5 : 0;
      }
    }
    const std::vector<double> distance(length.begin(), length.end());
    const double auc = boundary_auc(edges, distance, reference);
    RC_ASSERT((pairs == 0 ? std::isnan(auc) : std::abs(auc - wins / pairs) < 1e-12));
  }));
}

TEST(Boundary, NoiseIsLeftOutAndBadLengthsAreRefused) {
  const Labels reference{1, 2, 1, 0};
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 3}};
  EXPECT_EQ(boundary_auc(edges, std::vector<double>{3, 2, 1}, reference, 0), 1);
  EXPECT_EQ(boundary_auc(edges, std::vector<double>{3, 2, 1}, reference), 0.5);
  EXPECT_THROW(boundary_auc(edges, std::vector<double>{3, 2}, reference), Error);
  EXPECT_THROW(boundary_auc(edges, std::vector<double>{3, 2, 1}, Labels{1, 2}), Error);
  EXPECT_THROW(boundary_auc(edges, std::vector<double>{3, std::nan(""), 1}, reference), Error);
}

TEST(Boundary, ADistanceThatIsNoNumberIsRefusedAndInfinityIsNot) {
  const Labels reference{1, 2, 1, 0};
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 3}};
  for (std::size_t e = 0; e < edges.size(); ++e) {  // it looped for ever
    std::vector<double> distance{3, 2, 1};
    distance[e] = std::nan("");
    EXPECT_THROW(boundary_auc(edges, distance, reference), Error);
  }
  EXPECT_EQ(boundary_auc(edges, std::vector<double>{INFINITY, 2, INFINITY}, reference), 1);
}

TEST(Metric, NoiseIsDroppedAndTheBestReferenceCounts) {
  const Labels labels{0, 0, 1, 1, 1};
  const Labels wrong{1, 2, 1, 2, 1};
  const Labels right{1, 1, 2, 2, 0};  // the last point is noise
  Team team(1);
  MetricInput input;
  input.labels = labels;
  input.references = {wrong, right};
  EXPECT_LT(metric_value(metric_info("ari"), input, team), 1);
  input.noise = 0;
  EXPECT_EQ(metric_value(metric_info("ari"), input, team), 1);
  input.references = {wrong};
  EXPECT_LT(metric_value(metric_info("ari"), input, team), 0.2);
  EXPECT_EQ(drop_noise(right, labels, 0).labels, (Labels{0, 0, 1, 1}));
}

TEST(Metric, EveryRowOfTheTableIsUsableAndSaysWhatItNeeds) {
  const Points points{.values = {0, 1, 10, 12}, .n = 4, .d = 1};
  const Labels labels{0, 0, 1, 1};
  Team team(1);
  MetricInput full;
  full.labels = labels;
  full.references = {labels};
  full.points = points;
  MetricInput bare;
  bare.labels = labels;
  std::set<std::string_view> names;
  for (const MetricInfo& info : metric_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_NE(info.needs_reference(), info.needs_points()) << info.name;
    EXPECT_TRUE(std::isfinite(metric_value(info, full, team))) << info.name;
    if (info.needs_reference()) {
      EXPECT_EQ(metric_value(info, full, team), 1) << info.name;
    }
    EXPECT_THROW(metric_value(info, bare, team), Error) << info.name;
  }
  EXPECT_THROW(metric_info("accuracy"), Error);
}

}  // namespace
}  // namespace gnac::detail
