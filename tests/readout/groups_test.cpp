#include "readout/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "readout/graphs.h"
#include "readout/merging.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

TEST(Groups, KeepCliquesApartAndTheAffinityBetweenThem) {
  Team team(1);
  const WeightedGraph g = clique_chain(6, 20, 0.01);
  const auto merges = average_merges(g.graph, g.affinity, team);
  const Groups groups = group_nodes(g.graph, g.affinity, merges, {}, 18);
  ASSERT_EQ(groups.graph.nodes, 18);
  EXPECT_EQ(std::ssize(std::set(groups.of.begin(), groups.of.end())), 18);
  std::vector<std::int32_t> clique(18, -1);
  for (std::int64_t v = 0; v < g.graph.nodes; ++v) {
    std::int32_t& of = clique[groups.of[v]];
    if (of < 0) of = static_cast<std::int32_t>(v / 20);
    EXPECT_EQ(of, v / 20);
  }
  double between = 0;
  for (std::size_t e = 0; e < g.affinity.size(); ++e) {
    if (groups.of[g.graph.edges[e].i] != groups.of[g.graph.edges[e].j]) between += g.affinity[e];
  }
  EXPECT_NEAR(std::accumulate(groups.affinity.begin(), groups.affinity.end(), 0.0), between, 1e-9);
  EXPECT_TRUE(std::is_sorted(groups.graph.edges.begin(), groups.graph.edges.end()));
  EXPECT_EQ(std::ssize(groups.merges), 17) << "what is left of the hierarchy joins them all";
  EXPECT_EQ(labels_of_nodes(groups, clique).back(), 5);
}

TEST(Groups, AreNeverAcrossComponents) {
  Team team(1);
  const WeightedGraph g = make_graph(5, {{0, 3, 1.0}, {1, 4, 1.0}});  // and node 2 by itself
  const Groups groups =
      group_nodes(g.graph, g.affinity, average_merges(g.graph, g.affinity, team), {}, 1);
  EXPECT_EQ(groups.of, (std::vector<std::int32_t>{0, 1, 2, 0, 1}));
  EXPECT_EQ(groups.graph.component, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_TRUE(groups.graph.edges.empty());
}

}  // namespace
}  // namespace gnac::detail
