#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>

#include "methods/cases.h"
#include "methods/linkage/matrix_linkage.h"
#include "methods/linkage/ward.h"
#include "methods/method.h"

namespace gnac::detail {
namespace {

using Groups = std::vector<std::vector<std::int64_t>>;
using Between = double (*)(const Points&, const std::vector<std::int64_t>&,
                           const std::vector<std::int64_t>&);

double mean_distance(const Points& p, const std::vector<std::int64_t>& a,
                     const std::vector<std::int64_t>& b) {
  double sum = 0;
  for (const auto i : a) {
    for (const auto j : b) sum += euclidean(p, i, j);
  }
  return sum / static_cast<double>(a.size() * b.size());
}

double largest_distance(const Points& p, const std::vector<std::int64_t>& a,
                        const std::vector<std::int64_t>& b) {
  double most = 0;
  for (const auto i : a) {
    for (const auto j : b) most = std::max(most, euclidean(p, i, j));
  }
  return most;
}

double smallest_distance(const Points& p, const std::vector<std::int64_t>& a,
                         const std::vector<std::int64_t>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto i : a) {
    for (const auto j : b) least = std::min(least, euclidean(p, i, j));
  }
  return least;
}

double within(const Points& p, const std::vector<std::int64_t>& group) {
  double sum = 0;
  for (std::int64_t c = 0; c < p.d; ++c) {
    double mean = 0;
    for (const auto i : group) mean += p.row(i)[c] / static_cast<double>(group.size());
    for (const auto i : group) sum += (p.row(i)[c] - mean) * (p.row(i)[c] - mean);
  }
  return sum;
}

double ward_distance(const Points& p, const std::vector<std::int64_t>& a,
                     const std::vector<std::int64_t>& b) {
  auto both = a;
  both.insert(both.end(), b.begin(), b.end());
  return std::sqrt(std::max(0.0, 2 * (within(p, both) - within(p, a) - within(p, b))));
}

/// The definition: merge the closest pair of groups until K are left. Also the heights, ascending.
std::pair<Labels, std::vector<double>> plain_linkage(const Points& p, int clusters,
                                                     Between between) {
  Groups groups;
  for (std::int64_t i = 0; i < p.n; ++i) groups.push_back({i});
  std::vector<double> heights;
  Labels labels(static_cast<std::size_t>(p.n));
  while (true) {
    if (std::ssize(groups) == clusters) {
      for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const auto i : groups[g]) labels[i] = static_cast<std::int32_t>(g);
      }
    }
    if (groups.size() == 1) return {labels, heights};
    std::pair<std::size_t, std::size_t> best{0, 1};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = a + 1; b < groups.size(); ++b) {
        const double distance = between(p, groups[a], groups[b]);
        if (distance < least) {
          least = distance;
          best = {a, b};
        }
      }
    }
    heights.push_back(least);
    auto& into = groups[best.first];
    into.insert(into.end(), groups[best.second].begin(), groups[best.second].end());
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best.second));
  }
}

void expect_heights(std::vector<PointMerge> merges, const std::vector<double>& expected) {
  std::vector<double> heights;
  for (const auto& m : merges) heights.push_back(m.height);
  std::sort(heights.begin(), heights.end());
  RC_ASSERT(heights.size() == expected.size());
  for (std::size_t m = 0; m < heights.size(); ++m) {
    RC_ASSERT(std::abs(heights[m] - expected[m]) < 1e-6 * (1 + expected[m]));
  }
}

TEST(Linkage, EqualsTheDefinition) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 28);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 5);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const int k = *rc::gen::inRange(1, static_cast<int>(n) + 1);
    const Points p = normal_points(n, d, seed);
    Team team(1);
    const auto [average, average_heights] = plain_linkage(p, k, mean_distance);
    const auto merges = matrix_merges(p, Linkage::average, team);
    expect_heights(merges, average_heights);
    RC_ASSERT(canonical(cut_dendrogram(merges, n, k)) == canonical(average));
    RC_ASSERT(run_method("complete", p, k, {}, 7, team).labels ==
              canonical(plain_linkage(p, k, largest_distance).first));
    RC_ASSERT(run_method("single", p, k, {}, 7, team).labels ==
              canonical(plain_linkage(p, k, smallest_distance).first));
    const auto [ward, ward_heights] = plain_linkage(p, k, ward_distance);
    const auto ward_tree = ward_merges(p, {}, team);
    expect_heights(ward_tree, ward_heights);
    RC_ASSERT(canonical(cut_dendrogram(ward_tree, n, k)) == canonical(ward));
  }));
}

TEST(Linkage, WardWithManyBlocksEqualsTheMatrixOfGrowths) {
  // Far more clusters than one block holds, so boxes prune and blocks are rebuilt: the
  // heights of all merges add up to twice the total sum of squares.
  const Points p = group_points(3000, 3, 5, 4, 8);
  Team team(1);
  double sum = 0;
  for (const auto& m : ward_merges(p, {}, team)) sum += m.height * m.height / 2;
  std::vector<std::int64_t> all(static_cast<std::size_t>(p.n));
  for (std::int64_t i = 0; i < p.n; ++i) all[i] = i;
  EXPECT_NEAR(sum, within(p, all), 1e-7 * sum);
}

TEST(Linkage, WeightedWardEqualsRepeatedPoints) {
  const Points few = normal_points(12, 2, 3);
  std::vector<double> weight;
  Points many{.values = {}, .n = 0, .d = 2};
  std::vector<std::int64_t> original;
  for (std::int64_t i = 0; i < few.n; ++i) {
    weight.push_back(static_cast<double>(1 + i % 4));
    for (int r = 0; r < 1 + i % 4; ++r, ++many.n) {
      many.values.insert(many.values.end(), few.row(i).begin(), few.row(i).end());
      original.push_back(i);
    }
  }
  Team team(1);
  const auto grouped = cut_dendrogram(ward_merges(few, weight, team), few.n, 4);
  const auto repeated = cut_dendrogram(ward_merges(many, {}, team), many.n, 4);
  Labels expected;
  for (const auto i : original) expected.push_back(grouped[i]);
  EXPECT_EQ(canonical(repeated), canonical(expected));
}

TEST(Linkage, HeightsOnALineByHand) {
  // Points 0, 2, 5, 11, 12: single linkage joins 11-12 (1), 0-2 (2), +5 (3), all (6).
  const Points p{.values = {0, 2, 5, 11, 12}, .n = 5, .d = 1};
  Team team(1);
  EXPECT_EQ(run_method("single", p, 3, {}, 7, team).labels, (Labels{0, 0, 1, 2, 2}));
  EXPECT_EQ(run_method("average", p, 2, {}, 7, team).labels, (Labels{0, 0, 0, 1, 1}));
  const auto merges = matrix_merges(p, Linkage::average, team);
  std::vector<double> heights;
  for (const auto& m : merges) heights.push_back(m.height);
  std::sort(heights.begin(), heights.end());
  EXPECT_EQ(heights[0], 1);
  EXPECT_EQ(heights[1], 2);
  EXPECT_EQ(heights[2], 4);
  EXPECT_NEAR(heights[3], (11 + 12 + 9 + 10 + 6 + 7) / 6.0, 1e-12);
}

// A grid is nothing but ties; rounding, which depends on scale and place, must not break them.
TEST(Ward, TiesDoNotDependOnScaleAndPlace) {
  Points grid{.values = {}, .n = 23 * 17, .d = 2};
  for (int i = 0; i < grid.n; ++i) {
    grid.values.push_back(i % 23);
    grid.values.push_back(i / 23);
  }
  Team team(1);
  for (const int clusters : {2, 5, 12}) {
    const Labels expected = run_method("ward", grid, clusters, {}, 7, team).labels;
    for (const double scale : {0.1, 1.0 / 3, 1234.5}) {
      Points other = grid;
      for (double& v : other.values) v = scale * v - 0.7 * scale;
      EXPECT_EQ(run_method("ward", other, clusters, {}, 7, team).labels, expected)
          << clusters << " clusters, scale " << scale;
    }
  }
}

}  // namespace
}  // namespace gnac::detail
