// The examples of the README and of the public headers, as a user would compile them.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "gnac/cluster.h"
#include "gnac/error.h"
#include "gnac/version.h"

namespace {

/// Two lines of points, far apart.
gnac::Points two_lines(int n) {
  gnac::Points points{{}, n, 2};
  for (int i = 0; i < n; ++i) {
    points.values.push_back(0.1 * (i / 2));
    points.values.push_back(i % 2 == 0 ? 0.0 : 3.0);
  }
  return points;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Examples, Readme) {
  const gnac::Points points = two_lines(60);
  const gnac::Points more_points = two_lines(80);
  // README begins
  gnac::Options options;  // the paper's configuration
  options.neighbors = 10;
  options.seed = 17;
  const gnac::Result result = gnac::cluster(points, 2, options);
  result.labels;           // one per point, 0..K-1
  result.evolution.steps;  // T*, when the ranking of edges was stable

  // The trained rule on other points, without training.
  const gnac::Result again = gnac::deploy(result.training.rule, more_points, 2, options);
  // README ends
  EXPECT_EQ(std::set<int>(result.labels.begin(), result.labels.end()), (std::set<int>{0, 1}));
  for (std::size_t i = 2; i < again.labels.size(); ++i) {
    EXPECT_EQ(again.labels[i], again.labels[i - 2]) << "a line is a cluster";
  }
}

TEST(Examples, ProgressAndCancellation) {
  const gnac::Points points = two_lines(60);
  int epochs = 0;
  // README begins
  const gnac::Observer observer = [&](const gnac::Progress& progress) {
    epochs = progress.epoch;
    return epochs < 3;  // false: stop, by throwing gnac::Cancelled
  };
  // README ends
  EXPECT_THROW(gnac::cluster(points, 2, {}, observer), gnac::Cancelled);
  EXPECT_EQ(epochs, 3);
}

TEST(Examples, StageByStage) {
  const gnac::Points points = two_lines(60);
  gnac::Options options;
  options.neighbors = 8;
  const gnac::Graph graph = gnac::build_graph(points, options);
  const gnac::Training training = gnac::train(points, graph, options);
  const gnac::Evolution evolution = gnac::evolve(training.rule, points, graph, options);
  const gnac::Partition partition =
      gnac::partition(graph, points, evolution.edge_distance, 3, options);
  EXPECT_EQ(partition.labels, gnac::cluster(points, 3, options).labels)
      << "the stages one by one are cluster()";
}

TEST(Examples, OwnGraph) {
  const gnac::Points points = two_lines(20);
  gnac::EdgeList list{.nodes = 20, .from = {}, .to = {}, .distance = {}};
  for (int i = 0; i + 2 < 20; ++i) {
    list.from.push_back(i);
    list.to.push_back(i + 2);
  }
  const gnac::Graph graph = gnac::graph_from_edges(list, points);
  const gnac::Result result = gnac::cluster(points, graph, 2);
  EXPECT_TRUE(result.partition.by_components);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(result.labels[i], i % 2);
}

TEST(Examples, ErrorsAreSentences) {
  try {
    gnac::cluster(two_lines(4), 5);
    FAIL() << "5 clusters of 4 points";
  } catch (const gnac::Error& error) {
    EXPECT_NE(std::string(error.what()).find("5 clusters of 4 points"), std::string::npos);
  }
}

// What stands between the marks above stands in the README, line for line.
TEST(Examples, ReadmeShowsWhatIsCompiledHere) {
  const std::string readme = slurp(GNAC_SOURCE_DIR "/README.md");
  std::istringstream source(slurp(GNAC_SOURCE_DIR "/tests/api/examples_test.cpp"));
  std::string snippet;
  bool inside = false;
  int snippets = 0;
  for (std::string line; std::getline(source, line);) {
    if (line == "  // README ends") {
      EXPECT_NE(readme.find(snippet), std::string::npos) << "not in README.md:\n" << snippet;
      snippet.clear();
      inside = false;
      ++snippets;
    }
    if (inside) snippet += (line.starts_with("  ") ? line.substr(2) : line) + "\n";
    if (line == "  // README begins") inside = true;
  }
  EXPECT_EQ(snippets, 2);
}

}  // namespace
