#include "studies/analysis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "studies/work.h"

namespace gnac::detail {
namespace {

RunRecord make_run(const std::string& subject, int clusters, const std::string& method,
                   std::uint64_t seed, double ari) {
  RunRecord run;
  run.study = "benchmark";
  run.subject = subject;
  run.clusters = clusters;
  run.method = method;
  run.seed = seed;
  run.values = {{"ari", ari}, {"ami", ari}, {"nca", ari}, {"seconds", 1}};
  return run;
}

TEST(Analysis, SeedsAreAveragedWithinATask) {
  const std::vector<RunRecord> runs{make_run("a/x", 2, "gnac", 7, 0.5),
                                    make_run("a/x", 2, "gnac", 17, 0.7),
                                    make_run("a/x", 3, "gnac", 7, 1.0)};
  const auto scores = task_scores(runs, "benchmark");
  const TaskScore& two = scores.at("gnac").at({"a/x", 2});
  EXPECT_DOUBLE_EQ(two.ari, 0.6);
  EXPECT_DOUBLE_EQ(two.seed_sd, std::sqrt(0.02));
  EXPECT_EQ(two.seeds, 2U);
  EXPECT_EQ(scores.at("gnac").at({"a/x", 3}).seed_sd, 0);
}

TEST(Analysis, SettingsAreNeverMixed) {
  std::vector<RunRecord> runs{make_run("a/x", 2, "gnac", 7, 0.5),
                              make_run("a/y", 2, "gnac", 7, 0.5),
                              make_run("a/x", 2, "gnac", 7, 0.9)};
  runs[0].settings = runs[1].settings = "epochs=100 width=64";
  runs[2].settings = "epochs=100 width=32";
  const auto scores = task_scores(runs, "benchmark");
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores.at("gnac").size(), 2U);
  EXPECT_DOUBLE_EQ(scores.at("gnac [width=32]").at({"a/x", 2}).ari, 0.9);
}

TEST(Analysis, OfSettingsWithEquallyManyRunsTheDefaultKeepsTheName) {
  for (const int neighbors : {10, 30}) {  // before and after the default's 20, as texts
    Options other = Options::paper();
    other.neighbors = neighbors;
    std::vector<RunRecord> runs(2, make_run("a/x", 2, "gnac", 7, 0.5));
    runs[0].settings = settings_text(Options::paper());
    runs[1].settings = settings_text(other);
    runs[1].values["ari"] = 0.9;
    EXPECT_DOUBLE_EQ(task_scores(runs, "benchmark").at("gnac").at({"a/x", 2}).ari, 0.5);
  }
}

TEST(Analysis, OtherStudiesAndConditionsAreLeftOut) {
  std::vector<RunRecord> runs(4, make_run("a/x", 2, "gnac", 7, 0.5));
  runs[1].study = "robustness";
  runs[2].condition = "delete";
  runs[3].condition = "delete";
  runs[3].level = 0.1;
  EXPECT_EQ(task_scores(runs, "benchmark").at("gnac").at({"a/x", 2}).seeds, 1U);
  EXPECT_EQ(task_scores(runs, "benchmark", "delete", 0.1).at("gnac").at({"a/x", 2}).seeds, 1U);
}

// Two tasks of one data set count once in the inference, and twice in wins, ties and losses.
TEST(Analysis, DataSetsAreTheUnitOfInference) {
  std::vector<RunRecord> runs;
  const auto add = [&](const std::string& subject, int k, double ours, double theirs) {
    runs.push_back(make_run(subject, k, "gnac", 7, ours));
    runs.push_back(make_run(subject, k, "genie", 0, theirs));
  };
  add("a/x", 2, 0.9, 0.5);
  add("a/x", 3, 0.5, 0.7);
  add("a/y", 2, 0.4, 0.4 + 1e-12);
  add("a/z", 2, 0.8, 0.5);
  runs.push_back(make_run("a/only-ours", 2, "gnac", 7, 1));
  const auto scores = task_scores(runs, "benchmark");
  const Comparison c = compare(scores.at("gnac"), scores.at("genie"));
  EXPECT_EQ(c.tasks, 4U);
  EXPECT_EQ(c.datasets, 3U);
  EXPECT_NEAR(c.difference, (0.1 + 0 + 0.3) / 3, 1e-12);
  EXPECT_EQ(c.wins, 2);
  EXPECT_EQ(c.ties, 1);
  EXPECT_EQ(c.losses, 1);
  EXPECT_LE(c.interval.low, c.difference);
  EXPECT_GE(c.interval.high, c.difference);
}

TEST(Analysis, ResolvedByComponentsMeansUnderEverySeed) {
  std::vector<RunRecord> runs(3, make_run("a/x", 2, "gnac", 7, 1));
  runs[0].values["by_components"] = 1;
  runs[1].values["by_components"] = 1;
  runs[2].subject = "a/y";
  runs[2].values["by_components"] = 0;
  const auto scores = task_scores(runs, "benchmark").at("gnac");
  EXPECT_TRUE(scores.at({"a/x", 2}).by_components);
  EXPECT_FALSE(scores.at({"a/y", 2}).by_components);
}

}  // namespace
}  // namespace gnac::detail
