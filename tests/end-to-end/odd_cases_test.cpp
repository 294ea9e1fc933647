#include <gtest/gtest.h>

#include "samples.h"

namespace gnac::detail::test {
namespace {

/// Exactly `clusters` labels for every point of `text`.
void expect_clusters(const std::string& text, int points, int clusters, Args more = {}) {
  const Folder folder;
  Args args = {"fit", folder.write("data.csv", text), "-k", std::to_string(clusters)};
  args.insert(args.end(), more.begin(), more.end());
  const Outcome run = gnac(quick(args));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto labels = parse_lines(run.out);
  EXPECT_EQ(static_cast<int>(labels.size()), points);
  EXPECT_EQ(clusters_in(labels), clusters);
}

TEST(OddCases, TwoPoints) {
  expect_clusters("1,2\n3,4\n", 2, 1);
  expect_clusters("1,2\n3,4\n", 2, 2);
}

TEST(OddCases, MoreNeighboursThanPoints) {
  expect_clusters(csv(arcs(10)), 10, 2, {"--neighbors", "10"});
  expect_clusters(csv(arcs(10)), 10, 2, {"--neighbors", "1000"});
}

TEST(OddCases, AllPointsEqual) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "4,2\n";
  expect_clusters(text, 12, 1, {"--scale", "none"});
  expect_clusters(text, 12, 3, {"--scale", "none"});
  expect_clusters(text, 12, 12, {"--scale", "none"});
  expect_clusters(text, 12, 3, {"--scale", "none", "--neighbors", "2"});
}

TEST(OddCases, OneClusterAndAsManyAsPoints) {
  expect_clusters(csv(arcs(40)), 40, 1);
  expect_clusters(csv(arcs(40)), 40, 40);
  expect_clusters(csv(arcs(40)), 40, 39);
}

TEST(OddCases, OneColumn) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += std::to_string(i < 15 ? i : 1000 + i) + "\n";
  expect_clusters(text, 30, 2, {"--neighbors", "4"});
}

TEST(OddCases, OneConstantColumnAmongOthers) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "7," + std::to_string(i * i) + "\n";
  for (const char* mode : {"global", "standard", "none"})
    expect_clusters(text, 30, 3, {"--scale", mode});
}

TEST(OddCases, ManyDuplicates) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += std::to_string(i % 3) + ",1\n";
  expect_clusters(text, 60, 3);
  expect_clusters(text, 60, 4);
}

TEST(OddCases, CompleteGraphHasNoPairsAndSaysSo) {
  const Folder folder;
  const std::string data = folder.write("data.csv", csv(arcs(15)));
  const Outcome run =
      gnac(quick({"fit", data, "-k", "2", "--neighbors", "14", "--trace", folder.path("t")}));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto trace = nlohmann::json::parse(folder.read("t"));
  EXPECT_EQ(trace["graph"]["edges"], 15 * 14 / 2);
  EXPECT_EQ(trace["training"]["no_pairs"], true);
  EXPECT_EQ(trace["training"]["losses"]["dispersion"][0], 0);
}

TEST(OddCases, GraphWithMoreComponentsThanClusters) {
  const Folder folder;
  const std::string data = folder.write("data.csv", csv(arcs(20)));
  std::string pairs;
  for (int i = 0; i < 20; i += 2) pairs += std::to_string(i) + "," + std::to_string(i + 1) + "\n";
  const std::string graph = folder.write("pairs.csv", pairs);
  for (const int clusters : {1, 3, 10, 12, 20}) {
    const Outcome run =
        gnac(quick({"fit", data, "-k", std::to_string(clusters), "--graph", graph}));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(clusters_in(parse_lines(run.out)), clusters);
  }
}

TEST(OddCases, CellWithoutNeighbours) {
  const Folder folder;
  const std::string data = folder.write("data.csv", csv(arcs(6)));
  const std::string graph = folder.write("graph", "0 1\n1 2\n2 3\n3 4\n");  // nothing at 5
  const Outcome run = gnac(quick({"fit", data, "-k", "2", "--graph", graph}));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(clusters_in(parse_lines(run.out)), 2);
}

}  // namespace
}  // namespace gnac::detail::test
