#include "readout/reading.h"
#include "readout/cut_views.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <set>

#include "gnac/error.h"
#include "readout/affinity.h"
#include "readout/cut_agreement.h"
#include "readout/graphs.h"
#include "readout/merging.h"
#include "readout/partition.h"

namespace gnac::detail {
namespace {

using namespace testing_graphs;

constexpr std::array kAll{ReadoutChoice::spectral, ReadoutChoice::merging, ReadoutChoice::tree};

struct Case {
  Graph graph;
  Points points;
  std::vector<float> conductance;
};

// The graph's affinities as conductances, every edge of the same length, node i at i on a line.
Case as_case(const WeightedGraph& g, std::int64_t columns = 1) {
  Case c{g.graph, {std::vector<double>(g.graph.nodes * columns, 0.0), g.graph.nodes, columns}, {}};
  for (std::int64_t i = 0; i < g.graph.nodes && columns > 0; ++i) {
    c.points.values[i * columns] = static_cast<double>(i);
  }
  c.graph.distance.assign(g.graph.edges.size(), 1.0);
  for (const double a : g.affinity) c.conductance.push_back(static_cast<float>(a));
  return c;
}

int count_labels(const std::vector<std::int32_t>& labels) {
  return static_cast<int>(std::set<std::int32_t>(labels.begin(), labels.end()).size());
}

// Any edges at all among n nodes: many components, isolated nodes, ties.
WeightedGraph arbitrary_graph() {
  const auto n = *rc::gen::inRange<std::int32_t>(1, 40);
  const auto wanted = *rc::gen::inRange(0, 80);
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  std::vector<WeightedEdge> edges;
  for (int e = 0; e < wanted; ++e) {
    const auto i = *rc::gen::inRange<std::int32_t>(0, n);
    const auto j = *rc::gen::inRange<std::int32_t>(0, n);
    if (i == j || !pairs.insert(std::minmax(i, j)).second) continue;
    edges.push_back({i, j, *rc::gen::element(0.0, 0.25, 0.5, 1.0)});
  }
  return make_graph(n, edges);
}

TEST(Reading, EveryReadoutMakesExactlyKOfAnyGraph) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const Case c = as_case(arbitrary_graph(), *rc::gen::inRange<std::int64_t>(0, 3));
    const int most = static_cast<int>(c.graph.nodes);
    const Reading reading = read_conductance(c.graph, c.points, c.conductance, 1, most, 7, team);
    for (int k = 1; k <= most; ++k) {
      for (const ReadoutChoice readout : kAll) {
        const auto labels = cut_by(readout, reading, c.graph, k, team);
        RC_ASSERT(count_labels(labels) == k);
        RC_ASSERT(labels[0] == 0);
      }
    }
  }));
}

TEST(Reading, ARangeGivesWhatEachNumberOfClustersGivesByItself) {
  Team team(2);
  const Case c = as_case(clique_chain(5, 9, 0.01));
  const Reading range = read_conductance(c.graph, c.points, c.conductance, 1, 8, 7, team);
  for (int k = 1; k <= 8; ++k) {
    const Reading one = read_conductance(c.graph, c.points, c.conductance, k, k, 7, team);
    for (const ReadoutChoice readout : {ReadoutChoice::merging, ReadoutChoice::tree}) {
      EXPECT_EQ(cut_by(readout, range, c.graph, k, team), cut_by(readout, one, c.graph, k, team));
    }
  }
  EXPECT_EQ(cut_by(ReadoutChoice::spectral, range, c.graph, 5, team),
            cut_by(ReadoutChoice::tree, range, c.graph, 5, team));
}

// However weak their edge: a chain over many equal points with common neighbours would look through
// those neighbours once for each of them.
TEST(Merging, EqualPointsComeFirst) {
  Team team(1);
  WeightedGraph g = make_graph(4, {{0, 1, 1.0}, {1, 2, 1.0}, {2, 3, 1e-6}});
  g.graph.distance = {1.0, 1.0, 0.0};
  const auto merges = average_merges(g.graph, g.affinity, team);
  ASSERT_EQ(merges.size(), 3U);
  EXPECT_EQ(std::min(merges[0].i, merges[0].j), 2);
  EXPECT_EQ(std::max(merges[0].i, merges[0].j), 3);
}

TEST(Reading, WeaklyJoinedCliquesComeApart) {
  Team team(1);
  const Case c = as_case(clique_chain(4, 12, 0.05));
  const Reading reading = read_conductance(c.graph, c.points, c.conductance, 4, 4, 7, team);
  for (const ReadoutChoice readout : kAll) {
    const auto labels = cut_by(readout, reading, c.graph, 4, team);
    for (std::int64_t v = 0; v < c.graph.nodes; ++v) EXPECT_EQ(labels[v], v / 12);
  }
  const auto all = view_cuts(reading, c.graph, c.points, 4, 7, team);
  ASSERT_GE(all.size(), 5U);
  for (const ViewCut& cut : all) EXPECT_DOUBLE_EQ(cut.agreement, 1.0) << to_string(cut.view);
}

TEST(Reading, AStrayPairIsAbsorbedByItsNearestNeighbour) {
  // Two cliques of 20, and a pair of nodes (40, 41) beside the second without any edge to it.
  auto g = clique_chain(2, 20, 0.01);
  std::vector<WeightedEdge> edges;
  for (std::size_t e = 0; e < g.affinity.size(); ++e) {
    edges.push_back({g.graph.edges[e].i, g.graph.edges[e].j, g.affinity[e]});
  }
  edges.push_back({40, 41, 1.0});
  const Case c = as_case(make_graph(42, edges));
  Team team(1);
  const Reading reading = read_conductance(c.graph, c.points, c.conductance, 2, 2, 7, team);
  for (const ReadoutChoice readout : kAll) {
    const auto labels = cut_by(readout, reading, c.graph, 2, team);
    for (std::int64_t v = 0; v < 42; ++v) EXPECT_EQ(labels[v], v < 20 ? 0 : 1) << v;
  }
}

TEST(Reading, SameAnswerAtAnyThreadCount) {
  const Case c = as_case(planted_graph(6, 700, 5, 3));
  const auto run = [&](int threads) {
    Team team(threads, {}, Team::Size::exact);
    const Reading r = read_conductance(c.graph, c.points, c.conductance, 2, 8, 7, team);
    std::vector<std::vector<std::int32_t>> labels;
    for (const int k : {2, 6, 8}) {
      for (const ReadoutChoice readout : kAll)
        labels.push_back(cut_by(readout, r, c.graph, k, team));
    }
    return labels;
  };
  const auto expected = run(1);
  EXPECT_EQ(run(2), expected);
  EXPECT_EQ(run(5), expected);
}

TEST(Reading, ThePartitionNamesTheReadoutThatMadeIt) {
  Team team(1);
  const Case c = as_case(clique_chain(3, 15, 0.1));
  for (const ReadoutChoice readout : kAll) {
    Options options;
    options.readout = readout;
    const auto result = partition_conductance(c.graph, c.points, c.conductance, 3, options, team);
    EXPECT_EQ(result.partition.affinity.size(), c.graph.edges.size());
    EXPECT_EQ(std::ssize(result.partition.eigenvalues), 3);
    EXPECT_EQ(result.partition.readout, to_string(readout));
    EXPECT_EQ(result.confidence.clusters.size(), 3);
  }
  const auto all = partition_conductance(c.graph, c.points, c.conductance, 45, {}, team);
  EXPECT_EQ(count_labels(all.partition.labels), 45);
}

TEST(Reading, AConductanceOutOfRangeIsRefused) {
  Team team(1);
  Case c = as_case(ring(5));
  for (const float bad : {-0.1F, 1.5F, std::numeric_limits<float>::quiet_NaN()}) {
    c.conductance[2] = bad;
    EXPECT_THROW(partition_conductance(c.graph, c.points, c.conductance, 2, {}, team), Error);
  }
  c.conductance.pop_back();
  EXPECT_THROW(partition_conductance(c.graph, c.points, c.conductance, 2, {}, team), Error);
}

}  // namespace
}  // namespace gnac::detail
