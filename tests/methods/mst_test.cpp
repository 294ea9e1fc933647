#include "methods/spatial/mst.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <tuple>

#include "methods/cases.h"
#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

/// Kruskal over all pairs, by the same order of edges.
std::vector<MstEdge> brute_mst(const Points& p) {
  std::vector<std::tuple<double, std::int32_t, std::int32_t>> all;
  for (std::int32_t i = 0; i < p.n; ++i) {
    for (std::int32_t j = i + 1; j < p.n; ++j) all.emplace_back(euclidean(p, i, j), i, j);
  }
  std::sort(all.begin(), all.end());
  DisjointSets sets(p.n);
  std::vector<MstEdge> tree;
  for (const auto& [distance, i, j] : all) {
    if (sets.join(i, j)) tree.push_back({i, j, distance});
  }
  return tree;
}

void expect_equal(const std::vector<MstEdge>& a, const std::vector<MstEdge>& b) {
  RC_ASSERT(a.size() == b.size());
  for (std::size_t e = 0; e < a.size(); ++e) {
    RC_ASSERT(a[e].i == b[e].i);
    RC_ASSERT(a[e].j == b[e].j);
    RC_ASSERT(a[e].distance == b[e].distance);
  }
}

TEST(Mst, EqualsKruskalAlsoWithTiesAndDuplicates) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 150);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 7);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const double grid = *rc::gen::element(0.0, 0.25, 1.0, 10.0);
    const Points p = normal_points(n, d, seed, grid);
    Team team(2);
    expect_equal(euclidean_mst(p, team), brute_mst(p));
  }));
}

TEST(Mst, SeparatedGroupsNeedLongSearches) {
  const Points p = group_points(900, 2, 9, 30, 4);
  Team team(2);
  const auto fast = euclidean_mst(p, team);
  const auto brute = brute_mst(p);
  ASSERT_EQ(fast.size(), brute.size());
  for (std::size_t e = 0; e < fast.size(); ++e) {
    EXPECT_EQ(fast[e].i, brute[e].i);
    EXPECT_EQ(fast[e].j, brute[e].j);
  }
}

TEST(Mst, SameTreeAtAnyThreadCount) {
  const Points p = normal_points(20000, 2, 5, 0.01);
  Team one(1);
  const auto expected = euclidean_mst(p, one);
  for (const int threads : {2, 5}) {
    Team team(threads, {}, Team::Size::exact);
    const auto other = euclidean_mst(p, team);
    ASSERT_EQ(other.size(), expected.size());
    for (std::size_t e = 0; e < other.size(); ++e) {
      ASSERT_EQ(std::tie(other[e].i, other[e].j), std::tie(expected[e].i, expected[e].j));
    }
  }
}

}  // namespace
}  // namespace gnac::detail
