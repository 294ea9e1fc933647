#include "studies/readouts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "metrics/agreement.h"

namespace gnac::detail {
namespace {

constexpr ControlReadout kAll[]{ControlReadout::per_component, ControlReadout::plain,
                                ControlReadout::bare};

/// `groups` clouds of 20 points each on a line, `gap` apart; coordinates without symmetry or ties.
Points clouds(int groups, double gap) {
  Points points{{}, 20L * groups, 2};
  for (int i = 0; i < 20 * groups; ++i) {
    const double t = i % 20;
    points.values.push_back(gap * (i / 20) + std::cos(2.1 * t) * (1 + 0.03 * t));
    points.values.push_back(std::sin(2.1 * t) * (1 + 0.05 * t));
  }
  return points;
}

std::vector<std::int32_t> truth(int groups) {
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 20 * groups; ++i) labels.push_back(i / 20);
  return labels;
}

struct Case {
  Points points;
  Graph graph;
  Options options = Options::paper();
};

Case make_case(int groups, double gap, int neighbors) {
  Case c;
  c.points = clouds(groups, gap);
  c.options.neighbors = neighbors;
  c.options.threads = 1;
  c.graph = build_graph(c.points, c.options);
  return c;
}

std::vector<std::int32_t> labels_of(ControlReadout readout, const Case& c, int clusters) {
  Team team(1);
  return partition_from({c.graph, c.points, c.graph.distance, c.options, readout}, clusters, team)
      .labels;
}

TEST(Readouts, ComponentsAreTheClustersWhereThereAreAsMany) {
  const Case c = make_case(3, 100, 12);
  ASSERT_EQ(c.graph.components, 3);
  for (const ControlReadout readout : kAll) EXPECT_EQ(labels_of(readout, c, 3), truth(3));
}

TEST(Readouts, FindTheCloudsOfAConnectedGraph) {
  const Case c = make_case(3, 4.5, 24);
  ASSERT_EQ(c.graph.components, 1);
  for (const ControlReadout readout : kAll) {
    EXPECT_GT(adjusted_rand(contingency(truth(3), labels_of(readout, c, 3))), 0.85);
  }
}

TEST(Readouts, GiveExactlyKClustersWhateverTheComponents) {
  const Case c = make_case(4, 100, 12);
  ASSERT_EQ(c.graph.components, 4);
  for (const ControlReadout readout : kAll) {
    for (const int clusters : {1, 2, 3, 5, 9}) {
      const auto labels = labels_of(readout, c, clusters);
      EXPECT_EQ(std::ssize(std::set<std::int32_t>(labels.begin(), labels.end())), clusters);
    }
  }
}

}  // namespace
}  // namespace gnac::detail
