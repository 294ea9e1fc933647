#include "readout/spanning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "graph/samples.h"
#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

/// Kruskal's algorithm on all pairs of points of distinct groups.
std::vector<SpanningLink> all_pairs(const Points& points, const std::vector<std::int32_t>& group,
                                    std::int32_t groups, const std::vector<double>& core) {
  std::vector<SpanningLink> pairs, links;
  for (std::int32_t j = 0; j < points.n; ++j) {
    for (std::int32_t i = 0; i < j; ++i) {
      if (group[i] == group[j]) continue;
      double sum = 0;
      for (std::int64_t c = 0; c < points.d; ++c) {
        const double difference = points.values[i * points.d + c] - points.values[j * points.d + c];
        sum += difference * difference;
      }
      if (!core.empty()) sum = std::max({sum, core[i], core[j]});
      pairs.push_back({sum, i, j});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  DisjointSets sets(groups);
  for (const SpanningLink& pair : pairs) {
    if (sets.join(group[pair.i], group[pair.j])) links.push_back(pair);
  }
  return links;
}

void expect_same_links(const Points& points, const std::vector<std::int32_t>& group,
                       std::int32_t groups, const std::vector<double>& core = {}) {
  Team team(2, {}, Team::Size::exact);
  const auto links = spanning_links(points, group, groups, team, core);
  const auto expected = all_pairs(points, group, groups, core);
  ASSERT_EQ(links.size(), expected.size());
  for (std::size_t l = 0; l < links.size(); ++l) {
    EXPECT_EQ(links[l].i, expected[l].i) << l;
    EXPECT_EQ(links[l].j, expected[l].j) << l;
    EXPECT_EQ(links[l].squared, expected[l].squared) << l;
  }
}

/// Groups of 200 points, much larger than a leaf, from far apart to overlapping.
TEST(SpanningLinks, OfLargeGroupsAreThoseOfAllPairs) {
  constexpr std::int32_t kGroups = 6;
  for (const std::int64_t d : {1, 2, 3, 8}) {
    for (const double apart : {100.0, 6.0, 1.0}) {
      Points points = testing::gaussian_points(200 * kGroups, d, 5);
      std::vector<std::int32_t> group(static_cast<std::size_t>(points.n));
      for (std::int64_t i = 0; i < points.n; ++i) {
        group[i] = static_cast<std::int32_t>(i % kGroups);
        points.values[i * d] += apart * group[i];
      }
      SCOPED_TRACE(::testing::Message() << d << " columns, " << apart << " apart");
      expect_same_links(points, group, kGroups);
    }
  }
}

TEST(SpanningLinks, OfSinglePointsAreTheMinimumSpanningTree) {
  for (const std::int64_t d : {2, 8}) {
    const Points points = testing::gaussian_points(500, d, 6);
    std::vector<std::int32_t> group(500);
    std::iota(group.begin(), group.end(), 0);
    expect_same_links(points, group, 500);
  }
}

/// Cores make many distances equal.
TEST(SpanningLinks, NoPairIsCloserThanACore) {
  for (const std::int64_t d : {2, 3, 40}) {
    const Points points = testing::gaussian_points(500, d, 6);
    std::vector<std::int32_t> group(500);
    std::iota(group.begin(), group.end(), 0);
    std::vector<double> core(500);
    for (std::size_t i = 0; i < core.size(); ++i)
      core[i] = static_cast<double>(i % 7) * static_cast<double>(d) / 8;
    expect_same_links(points, group, 500, core);
  }
}

TEST(SpanningLinks, OfTiesAreTheLowestPairs) {
  const Points points = testing::grid_points(600, 2, 20, 3);
  std::vector<std::int32_t> group(600);
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<std::int32_t>(i % 4);
  expect_same_links(points, group, 4);
}

}  // namespace
}  // namespace gnac::detail
