#include "methods/genie_tree.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>

#include "methods/cases.h"

namespace gnac::detail {
namespace {

double plain_gini(const std::vector<std::int64_t>& sizes) {
  double differences = 0;
  double total = 0;
  for (const auto a : sizes) {
    total += static_cast<double>(a);
    for (const auto b : sizes) differences += static_cast<double>(std::abs(a - b)) / 2;
  }
  return sizes.size() < 2 ? 0 : differences / (static_cast<double>(sizes.size() - 1) * total);
}

TEST(Genie, GiniIndexOfKnownSizes) {
  EXPECT_DOUBLE_EQ(gini_index(std::vector<std::int64_t>{5, 5, 5}), 0);
  EXPECT_DOUBLE_EQ(gini_index(std::vector<std::int64_t>{1, 3}), 0.5);
  EXPECT_DOUBLE_EQ(gini_index(std::vector<std::int64_t>{2, 2, 5}), 6.0 / 18.0);
}

/// The definition: every step recomputes sizes, index and edge from scratch.
Labels plain_genie(const std::vector<MstEdge>& edges, std::int64_t n, int clusters,
                   double threshold) {
  Labels label(static_cast<std::size_t>(n));
  for (std::int32_t i = 0; i < n; ++i) label[i] = i;
  std::vector<bool> used(edges.size());
  for (std::int64_t left = n; left > clusters; --left) {
    std::map<std::int32_t, std::int64_t> size;
    for (const auto l : label) ++size[l];
    std::vector<std::int64_t> sizes;
    for (const auto& [l, s] : size) sizes.push_back(s);
    const std::int64_t smallest = *std::min_element(sizes.begin(), sizes.end());
    const bool unequal = plain_gini(sizes) > threshold;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const std::int32_t a = label[edges[e].i];
      const std::int32_t b = label[edges[e].j];
      if (used[e] || (unequal && std::min(size[a], size[b]) != smallest)) continue;
      used[e] = true;
      for (auto& l : label) l = l == b ? a : l;
      break;
    }
  }
  return label;
}

TEST(Genie, EqualsItsDefinition) {
  EXPECT_TRUE(rc::check([] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 80);
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
    const int k = *rc::gen::inRange(1, static_cast<int>(n) + 1);
    const double gini = *rc::gen::element(0.0, 0.1, 0.3, 0.5, 0.7, 1.0);
    const Points p = normal_points(n, 2, seed, *rc::gen::element(0.0, 0.5));
    Team team(1);
    const auto edges = euclidean_mst(p, team);
    RC_ASSERT(canonical(genie_labels(edges, n, k, gini)) ==
              canonical(plain_genie(edges, n, k, gini)));
  }));
}

}  // namespace
}  // namespace gnac::detail
