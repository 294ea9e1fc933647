#include "readout/tree_merges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "gnac/error.h"
#include "readout/cut_agreement.h"
#include "support/disjoint_sets.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

const std::vector<TreeLink> kLinks{{0, 2, 0.9}, {1, 2, 0.5}, {1, 3, -2.0}};

TEST(Hierarchy, RowsAreThoseOfSciPysLinkage) {
  const auto merges = merges_of(kLinks, 4);
  ASSERT_EQ(merges.size(), 3U);
  const auto row = [](const Merge& m) { return std::tuple(m.a, m.b, m.size); };
  EXPECT_EQ(row(merges[0]), std::tuple(0, 2, 2));
  EXPECT_EQ(row(merges[1]), std::tuple(1, 4, 3));
  EXPECT_EQ(row(merges[2]), std::tuple(3, 5, 4));
  EXPECT_DOUBLE_EQ(merges[0].height, 0.1);
  EXPECT_DOUBLE_EQ(merges[1].height, 0.5);
  EXPECT_DOUBLE_EQ(merges[2].height, 3.0);
}

TEST(Hierarchy, CutsByCountAndByHeight) {
  const auto merges = merges_of(kLinks, 4);
  using Labels = std::vector<std::int32_t>;
  EXPECT_EQ(cut_at_count(merges, 1), (Labels{0, 0, 0, 0}));
  EXPECT_EQ(cut_at_count(merges, 2), (Labels{0, 0, 0, 1}));
  EXPECT_EQ(cut_at_count(merges, 3), (Labels{0, 1, 0, 2}));
  EXPECT_EQ(cut_at_count(merges, 4), (Labels{0, 1, 2, 3}));
  EXPECT_THROW(cut_at_count(merges, 0), Error);
  EXPECT_THROW(cut_at_count(merges, 5), Error);
  EXPECT_EQ(cut_at_height(merges, 0.05), cut_at_count(merges, 4));
  EXPECT_EQ(cut_at_height(merges, 0.5), cut_at_count(merges, 2));
  EXPECT_EQ(cut_at_height(merges, 9), cut_at_count(merges, 1));
}

TEST(Hierarchy, NewickNamesEveryPointAndItsBranch) {
  EXPECT_EQ(newick(merges_of(kLinks, 4)), "(3:3,(1:0.5,(0:0.1,2:0.1):0.4):2.5);");
  const std::vector<std::string> names{"a", "b c", "it's", "d"};
  EXPECT_EQ(newick(merges_of(kLinks, 4), names), "(d:3,('b c':0.5,(a:0.1,'it''s':0.1):0.4):2.5);");
  EXPECT_EQ(newick({}), "0;");
}

// They were read beyond their end, or a tree never ended.
TEST(Hierarchy, MergesThatAreNoTreeAreRefused) {
  const std::vector<std::vector<Merge>> wrong{{{5, 9, 1, 2}},
                                              {{-1, 0, 1, 2}},
                                              {{0, 0, 1, 2}},
                                              {{0, 1, 1, 2}, {0, 2, 2, 3}},
                                              {{0, 2, 1, 2}}};
  for (const auto& merges : wrong) {
    EXPECT_THROW(cut_at_count(merges, 1), Error);
    EXPECT_THROW(cut_at_height(merges, 9), Error);
    EXPECT_THROW(newick(merges), Error);
  }
  EXPECT_THROW(newick(merges_of(kLinks, 4), std::vector<std::string>{"a"}), Error);
}

TEST(Hierarchy, DeepTreesHaveMonotoneHeightsAndCutsOfExactlyK) {
  const std::int32_t n = 50'000;  // a chain, strengths that tie
  std::vector<TreeLink> links;
  for (std::int32_t i = 1; i < n; ++i) links.push_back({i - 1, i, 1.0 - (i / 1000) * 0.01});
  const auto merges = merges_of(links, n);
  EXPECT_TRUE(std::is_sorted(merges.begin(), merges.end(),
                             [](const Merge& a, const Merge& b) { return a.height < b.height; }));
  EXPECT_EQ(merges.back().size, n);
  for (const int k : {1, 2, 77, n}) {
    const auto labels = cut_at_count(merges, k);
    EXPECT_EQ(std::ssize(std::set<std::int32_t>(labels.begin(), labels.end())), k);
    DisjointSets strongest(n);  // all links but the k - 1 weakest
    for (std::int32_t l = 0; l < n - k; ++l) strongest.join(links[l].i, links[l].j);
    EXPECT_EQ(labels, strongest.labels());
  }
  const std::string text = newick(merges);
  EXPECT_EQ(std::count(text.begin(), text.end(), ','), n - 1);
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), std::count(text.begin(), text.end(), ')'));
}

}  // namespace
}  // namespace gnac::detail
