// The examples of the README and of the public headers, as a user would compile them.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "gnac/error.h"
#include "gnac/model.h"
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
  gnac::Options options;
  options.neighbors = 10;
  options.seed = 17;
  const gnac::Model model = gnac::fit(points, 2, options);
  model.labels();         // one per point, 0..K-1
  model.evolution.steps;  // T*, when the ranking of edges was stable

  // Labels for new points, at the cost of the new points.
  const gnac::Predictor predictor(model);
  predictor.predict(more_points).labels;

  // The trained rule on other points, without training.
  const gnac::Model again = gnac::fit({.points = more_points, .rule = &model.rule}, 2, options);

  // The rule that ships with the library: no training at all.
  const gnac::Model quick = gnac::fit(points, 2, gnac::Options::universal());
  // README ends
  EXPECT_EQ(std::set<int>(model.labels().begin(), model.labels().end()), (std::set<int>{0, 1}));
  for (std::size_t i = 2; i < again.labels().size(); ++i) {
    EXPECT_EQ(again.labels()[i], again.labels()[i - 2]) << "a line is a cluster";
  }
  for (std::size_t i = 2; i < quick.labels().size(); ++i) {
    EXPECT_EQ(quick.labels()[i], quick.labels()[i - 2]) << "a line is a cluster";
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
  EXPECT_THROW(gnac::fit(points, 2, {}, observer), gnac::Cancelled);
  EXPECT_EQ(epochs, 3);
}

TEST(Examples, OtherNumbersOfClusters) {
  const gnac::Points points = two_lines(60);
  gnac::Options options;
  options.neighbors = 8;
  const gnac::Model model = gnac::fit(points, 2, options);
  EXPECT_EQ(gnac::partition(model, 3).labels, gnac::fit(points, 3, options).labels())
      << "another K from the same evolution is what a fit for it finds";
}

TEST(Examples, OwnGraph) {
  const gnac::Points points = two_lines(20);
  gnac::EdgeList list{.nodes = 20, .from = {}, .to = {}, .distance = {}};
  for (int i = 0; i + 2 < 20; ++i) {
    list.from.push_back(i);
    list.to.push_back(i + 2);
  }
  const gnac::Model model = gnac::fit({.points = points, .edges = &list}, 2);
  EXPECT_TRUE(model.partition.by_components);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(model.labels()[i], i % 2);
}

TEST(Examples, ErrorsAreSentences) {
  try {
    gnac::fit(two_lines(4), 5);
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
