#include "studies/report.h"
#include "studies/study_methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "gnac/methods.h"
#include "report/palette.h"
#include "studies/published.h"
#include "studies/report_parts.h"

namespace gnac::detail {
namespace {

RunRecord make_run(const std::string& study, const std::string& subject, const std::string& method,
                   std::uint64_t seed, double ari) {
  RunRecord run;
  run.study = study;
  run.subject = subject;
  run.clusters = 3;
  run.method = method;
  run.seed = seed;
  run.values = {{"ari", ari}, {"ami", ari}, {"nca", ari}, {"seconds", 0.5}, {"by_components", 0}};
  return run;
}

std::string file(const std::vector<std::pair<std::string, std::string>>& files,
                 const std::string& name) {
  const auto found = std::ranges::find(files, name, &std::pair<std::string, std::string>::first);
  return found == files.end() ? "" : found->second;
}

TEST(Report, PublishedTablesAgreeWithEachOther) {
  ASSERT_EQ(published_methods().size(), 11U);
  ASSERT_EQ(published_pairs().size(), 10U);
  for (const PublishedPair& pair : published_pairs()) {
    EXPECT_EQ(pair.wins + pair.ties + pair.losses, 73) << pair.method;
    EXPECT_LT(pair.low, pair.difference);
    EXPECT_LT(pair.difference, pair.high);
  }
  // 10, 21, 17 and 25 tasks a battery make the mean over all 73.
  for (const PublishedBatteries& row : published_batteries()) {
    const double mean =
        (10 * row.ari[0] + 21 * row.ari[1] + 17 * row.ari[2] + 25 * row.ari[3]) / 73;
    const auto method =
        std::ranges::find(published_methods(), row.method, &PublishedMethod::method);
    EXPECT_NEAR(mean, method->mean_ari, 1e-4) << row.method;
  }
  for (const PublishedRobustness& row : published_robustness()) {
    if (row.method == "gnac") {
      EXPECT_EQ(row.ari[0], 0.7951);
    }
  }
}

TEST(Report, BenchmarkStandsBesideThePublishedNumbers) {
  std::vector<RunRecord> runs;
  for (const char* subject : {"fcps/a", "sipu/b", "graves/c", "wut/d"}) {
    runs.push_back(make_run("benchmark", subject, "gnac", 7, 0.8));
    runs.push_back(make_run("benchmark", subject, "gnac", 17, 0.9));
    runs.push_back(make_run("benchmark", subject, "genie", 0, 0.75));
  }
  runs.back().values["ari"] = 0.95;
  const auto files = report_files(report_sections(runs));
  const std::string methods = file(files, "benchmark-methods.csv");
  EXPECT_NE(methods.find("G-NAC,4,2,0.8500000000000001,0.7951,"), std::string::npos) << methods;
  EXPECT_NE(methods.find("Genie,4,1,0.8,0.7941,"), std::string::npos) << methods;
  const std::string pairs = file(files, "benchmark-pairs.csv");
  EXPECT_NE(pairs.find("3/0/1,34/20/19"), std::string::npos) << pairs;
  const std::string page = file(files, "report.md");
  EXPECT_NE(page.find("## Benchmark"), std::string::npos);
  EXPECT_NE(page.find("(benchmark-methods.svg)"), std::string::npos);
  EXPECT_EQ(page.find("## Robustness"), std::string::npos) << "a study without runs has no section";
  EXPECT_FALSE(file(files, "benchmark-pairs.tex").empty());
  EXPECT_FALSE(file(files, "benchmark-methods.svg").empty());
}

TEST(Report, TheUniversalRuleLeadsWhereItRan) {
  std::vector<RunRecord> runs;
  for (const char* subject : {"fcps/a", "sipu/b", "graves/c"}) {
    runs.push_back(make_run("benchmark", subject, "universal", 0, 0.9));
    runs.push_back(make_run("benchmark", subject, "gnac", 7, 0.8));
    runs.push_back(make_run("benchmark", subject, "genie", 0, 0.7));
  }
  RunRecord large = make_run("scaling", "gaussian-mixture", "universal", 0, 0.99);
  large.level = 1000000;
  large.values["fit"] = 77.5;
  runs.push_back(large);
  const auto files = report_files(report_sections(runs));
  const std::string pairs = file(files, "benchmark-pairs.csv");
  EXPECT_NE(pairs.find("\nG-NAC,3,0.09999999999999998,,"), std::string::npos) << pairs;
  EXPECT_EQ(pairs.find("34/20/19"), std::string::npos)
      << "the paper compared another method with Genie: " << pairs;
  const std::string scaling = file(files, "scaling-universal.csv");
  EXPECT_NE(scaling.find("1000000,"), std::string::npos) << scaling;
  EXPECT_NE(scaling.find(",77.5,"), std::string::npos) << scaling;
}

TEST(Report, TasksResolvedByComponentsAreLeftOutOfTheSensitivity) {
  std::vector<RunRecord> runs;
  for (const char* subject : {"fcps/a", "sipu/b", "graves/c"}) {
    runs.push_back(make_run("benchmark", subject, "gnac", 7, 0.5));
    runs.push_back(make_run("benchmark", subject, "genie", 0, 0.5));
  }
  runs[0].values["by_components"] = 1;
  runs[0].values["ari"] = 1;
  const std::string table = file(report_files(report_sections(runs)), "benchmark-unresolved.csv");
  EXPECT_NE(table.find("G-NAC,2,0.5,0.7421,"), std::string::npos) << table;
}

RunRecord noisy_run(const char* method, double ari) {
  RunRecord run = make_run("robustness", "fcps/a", method, 7, ari);
  run.condition = "noise";
  run.level = 0.5;
  return run;
}

TEST(Report, RobustnessStartsFromTheCleanBenchmark) {
  std::vector<RunRecord> runs{make_run("benchmark", "fcps/a", "gnac", 7, 0.8),
                              noisy_run("gnac", 0.6)};
  runs[1].condition = "rewire";
  runs[1].level = 0.5;
  const auto files = report_files(report_sections(runs));
  const std::string means = file(files, "robustness-means.csv");
  EXPECT_NE(means.find("rewire,G-NAC,0,1,0.8,0.7951,"), std::string::npos) << means;
  EXPECT_NE(means.find("rewire,G-NAC,0.5,1,0.6,0.424,"), std::string::npos) << means;
  EXPECT_NE(file(files, "robustness-tests.csv").find("rewire,G-NAC,0.5,1,-0.2"), std::string::npos);
  EXPECT_FALSE(file(files, "robustness-rewire.svg").empty());
  EXPECT_TRUE(file(files, "robustness-noise.svg").empty());
}

TEST(Report, RobustnessComparesWithTheCleanRunsOfItsOwnSeeds) {
  std::vector<RunRecord> runs{make_run("benchmark", "fcps/a", "gnac", 7, 0.8),
                              make_run("benchmark", "fcps/a", "gnac", 17, 0.1),
                              make_run("benchmark", "fcps/a", "genie", kNoSeed, 0.5),
                              noisy_run("gnac", 0.6), noisy_run("genie", 0.4)};
  const std::string means = file(report_files(report_sections(runs)), "robustness-means.csv");
  EXPECT_NE(means.find("noise,G-NAC,0,1,0.8,"), std::string::npos) << means;
  EXPECT_NE(means.find("noise,Genie,0,1,0.5,"), std::string::npos) << means;
}

/// Is anything drawn in this colour of the palette?
bool draws_in(const std::string& svg, int method) {
  return svg.find(series_colour(method)) != std::string::npos;
}

// A reader who has seen one figure knows the colours of the next.
TEST(Report, AMethodHasOneColourInAllFigures) {
  EXPECT_EQ(method_colour("gnac"), 0);
  EXPECT_EQ(method_colour("gnac k=5"), method_colour("gnac"));
  std::set<std::string_view> colours;
  for (const MethodInfo& method : study_methods())
    EXPECT_TRUE(colours.insert(series_colour(method_colour(method.name))).second) << method.name;
  std::vector<RunRecord> runs{make_run("benchmark", "fcps/a", "gnac", 7, 0.8),
                              make_run("benchmark", "fcps/a", "genie", kNoSeed, 0.5),
                              noisy_run("gnac", 0.6), noisy_run("genie", 0.4)};
  int figures = 0;
  for (const auto& [name, content] : report_files(report_sections(runs))) {
    if (name != "benchmark-methods.svg" && name != "robustness-noise.svg") continue;
    ++figures;
    EXPECT_TRUE(draws_in(content, method_colour("gnac"))) << name;
    EXPECT_TRUE(draws_in(content, method_colour("genie"))) << name;
  }
  EXPECT_EQ(figures, 2);
}

TEST(Report, RobustnessWithoutTheTasksThatComponentsSettle) {
  std::vector<RunRecord> runs;
  for (const char* name : {"fcps/settled", "fcps/open"}) {
    const bool settled = name == std::string("fcps/settled");
    runs.push_back(make_run("benchmark", name, "gnac", 7, settled ? 1.0 : 0.8));
    runs.back().values["by_components"] = settled ? 1 : 0;
    runs.push_back(make_run("robustness", name, "gnac", 7, settled ? 0.2 : 0.6));
    runs.back().condition = "rewire";
    runs.back().level = 0.5;
  }
  const std::string means = file(report_files(report_sections(runs)), "robustness-unresolved.csv");
  EXPECT_NE(means.find("rewire,G-NAC,0,1,0.8,0.7421,"), std::string::npos) << means;
  EXPECT_NE(means.find("rewire,G-NAC,0.5,1,0.6,0.4645,"), std::string::npos) << means;
}

TEST(Report, ScalingFitsItsExponentsFromFiveThousandOn) {
  std::vector<RunRecord> runs;
  for (const double size : {1000.0, 5000.0, 10000.0, 100000.0}) {
    RunRecord run = make_run("scaling", "gaussian-mixture", "gnac", 7, 0.97);
    run.level = size;
    const double seconds = size == 1000 ? 50 : size * 1e-3;  // the start-up must not count
    for (const char* name : {"fit", "graph", "rest", "end_to_end", "peak_mib", "train"})
      run.values[name] = seconds;
    runs.push_back(run);
  }
  const std::string table = file(report_files(report_sections(runs)), "scaling-exponents.csv");
  const std::size_t at = table.find("Total fit time (s),");
  ASSERT_NE(at, std::string::npos) << table;
  EXPECT_NEAR(std::stod(table.substr(at + 19)), 1.0, 1e-9) << table;
}

TEST(Report, TransferComparesSizesWithinAPair) {
  std::vector<RunRecord> runs;
  for (const char* pair : {"pair 0", "pair 1"}) {
    const double shift = pair == std::string("pair 0") ? 0 : 0.2;
    for (const double source : {1000.0, 100000.0}) {
      RunRecord run =
          make_run("transfer", "noisy-blobs", "target", 7, shift + (source == 1000 ? 0.70 : 0.75));
      run.condition = pair;
      run.level = source;
      runs.push_back(run);
    }
  }
  const std::string table = file(report_files(report_sections(runs)), "transfer-sizes.md");
  EXPECT_TRUE(table.empty()) << "tables live in report.md";
  const std::string page = file(report_files(report_sections(runs)), "report.md");
  EXPECT_NE(page.find("| -0.0500 | [-0.0500, -0.0500] | no |"), std::string::npos) << page;
  EXPECT_NE(page.find("| +0.0000 | [0.0000, 0.0000] | yes |"), std::string::npos) << page;
}

TEST(Report, AblationUsesTheSeedsThatBothHave) {
  std::vector<RunRecord> runs{make_run("benchmark", "fcps/a", "gnac", 7, 0.8),
                              make_run("benchmark", "fcps/a", "gnac", 17, 0.1),
                              make_run("ablation", "fcps/a", "untrained", 7, 0.7)};
  const std::string table = file(report_files(report_sections(runs)), "ablation.csv");
  EXPECT_NE(table.find("full,–,1,0.8,"), std::string::npos) << table;
  const std::size_t at = table.find("untrained,training,1,0.7,0.7,");
  ASSERT_NE(at, std::string::npos) << table;
  EXPECT_NEAR(std::stod(table.substr(at + 29)), 0.1, 1e-9);
}

TEST(Report, LearningIsComparedAtEqualGraphAndReadout) {
  const std::vector<RunRecord> runs{make_run("benchmark", "fcps/a", "gnac", 7, 0.8),
                                    make_run("ablation", "fcps/a", "graph-only", 7, 0.7),
                                    make_run("ablation", "fcps/a", "k=5", 7, 0.6),
                                    make_run("ablation", "fcps/a", "graph-only-k=5", 7, 0.65),
                                    make_run("ablation", "fcps/a", "k=7", 7, 0.1),
                                    make_run("ablation", "fcps/a", "no-temporal", 7, 0.2)};
  const std::string table = file(report_files(report_sections(runs)), "ablation-learning.csv");
  EXPECT_EQ(std::ranges::count(table, '\n'), 3) << table;
  EXPECT_NE(table.find("full,1,0.8,0.7,"), std::string::npos) << table;
  EXPECT_NE(table.find("k=5,1,0.6,0.65,"), std::string::npos) << table;
}

}  // namespace
}  // namespace gnac::detail
