// The examples of the README, as a user would compile them.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "api/example_data.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/methods.h"
#include "gnac/metrics.h"
#include "gnac/model.h"
#include "gnac/version.h"

namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Examples, MethodsAndMetrics) {
  const gnac::Points points = two_lines(60);
  const auto labels = gnac::run_method("genie", points, 2).labels;
  std::vector<std::int32_t> reference;
  for (int i = 0; i < 60; ++i) reference.push_back(i % 2);
  gnac::MetricInput input;
  input.labels = labels;
  input.references = {reference};
  const double ari = gnac::metric_value(gnac::metric_info("ari"), input);
  EXPECT_EQ(ari, 1);
}

TEST(Examples, Readme) {
  const gnac::Points points = two_lines(60);
  const gnac::Points more_points = two_lines(80);
  // README begins
  const gnac::Model model = gnac::fit(points);  // or fit(points, 2) for two clusters
  model.clusters;                               // as many as there seem to be
  model.labels();                               // one per point, 0..K-1
  model.confidence.fit;                         // 0 to 1

  // How likely each cluster is for each point, and which points are outliers.
  gnac::memberships(model);
  gnac::outlier_scores(model);

  // Labels for new points, at the cost of the new points.
  const gnac::Predictor predictor(model);
  predictor.predict(more_points).labels;

  // The published method: a rule trained on these points, then used on others without training.
  gnac::Options options = gnac::Options::paper();
  options.neighbors = 10;
  const gnac::Model trained = gnac::fit(points, 2, options);
  const gnac::Model again = gnac::fit({.points = more_points, .rule = &trained.rule}, 2, options);
  // README ends
  EXPECT_EQ(std::set<int>(model.labels().begin(), model.labels().end()), (std::set<int>{0, 1}));
  for (std::size_t i = 2; i < again.labels().size(); ++i) {
    EXPECT_EQ(again.labels()[i], again.labels()[i - 2]) << "a line is a cluster";
  }
  for (std::size_t i = 2; i < model.labels().size(); ++i) {
    EXPECT_EQ(model.labels()[i], model.labels()[i - 2]) << "a line is a cluster";
  }
  EXPECT_EQ(model.clusters, 2);
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
  EXPECT_THROW(gnac::fit(points, 2, gnac::Options::paper(), observer), gnac::Cancelled);
  EXPECT_EQ(epochs, 3);
}

TEST(Examples, OtherNumbersOfClusters) {
  const gnac::Points points = two_lines(60);
  gnac::Options options = gnac::Options::paper();
  options.neighbors = 8;
  const gnac::Model model = gnac::fit(points, 2, options);
  EXPECT_EQ(gnac::partition(model, 3).labels, gnac::fit(points, 3, options).labels())
      << "another K from the same evolution gives the same as a fit with that K";
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

// The lines between the marks above must be in the README, line for line.
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
