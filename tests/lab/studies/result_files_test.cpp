#include "studies/result_files.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gnac/error.h"
#include "io/bytes.h"
#include "lab/studies/tiny_benchmark.h"
#include "studies/benchmark.h"

namespace gnac::detail {
namespace {

std::vector<std::shared_ptr<const StudyData>> tiny_tasks(const TestFolder& folder) {
  write_tiny_data(folder / "suite", "a", 60, 1);
  return load_tasks(folder / "suite", {});
}

std::vector<RunRecord> tiny_runs(const TestFolder& folder, bool keep_labels) {
  BenchmarkPlan plan;
  plan.tasks = tiny_tasks(folder);
  plan.methods = {"kmeans", "genie"};
  plan.seeds = {7, 17};
  plan.keep_labels = keep_labels;
  {
    RunLog log(folder / "log.jsonl");
    run_jobs(benchmark_jobs(plan), log, {});
  }
  return read_runs(folder / "log.jsonl");
}

void write_results(const TestFolder& folder, const std::string& name, const std::string& csv) {
  std::filesystem::create_directories(folder / "results/tiny");
  write_file(folder / ("results/tiny/" + name), gzipped(csv));
}

TEST(ResultFiles, ColumnsOfDifferentLengthsAreRefused) {
  RunRecord run;
  run.study = "benchmark";
  run.subject = "a/b";
  run.clusters = 2;
  run.method = "kmeans";
  run.labels = {0, 1, 0};
  RunRecord shorter = run;
  shorter.seed = 7;
  shorter.labels = {0};
  EXPECT_THROW(export_results(std::vector<RunRecord>{run, shorter}), Error);
}

TEST(ResultFiles, ExportedPartitionsComeBackWithTheSameScores) {
  const TestFolder folder;
  const auto runs = tiny_runs(folder, true);
  const auto files = export_results(runs);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].first, "tiny/a.result2.gz");
  EXPECT_EQ(gunzip(files[0].second, "").substr(0, 25), "genie,kmeans@17,kmeans@7\n");
  std::filesystem::create_directories(folder / "results/tiny");
  for (const auto& [name, bytes] : files) write_file(folder / ("results/" + name), bytes);

  const auto back = import_results(folder / "results", tiny_tasks(folder), "");
  ASSERT_EQ(back.size(), runs.size());
  for (const RunRecord& imported : back) {
    const auto same = std::ranges::find_if(runs, [&](const RunRecord& run) {
      return run.method == imported.method && run.clusters == imported.clusters &&
             run.seed == imported.seed;
    });
    ASSERT_NE(same, runs.end()) << imported.method;
    EXPECT_EQ(imported.labels, same->labels);
    EXPECT_EQ(imported.value("ari"), same->value("ari"));
    EXPECT_EQ(imported.value("nca"), same->value("nca"));
  }
}

TEST(ResultFiles, EachSettingOfAMethodHasAColumn) {
  const TestFolder folder;
  RunRecord run;
  run.study = "benchmark";
  run.subject = "tiny/a";
  run.clusters = 2;
  run.method = "kmeans";
  run.seed = 7;
  run.settings = "starts=10 shift=1,2";
  for (std::int32_t i = 0; i < 60; ++i) run.labels.push_back(i % 2);
  RunRecord other = run;
  other.settings = "starts=10 shift=\"3,4\"";
  other.labels[0] = 1;
  RunRecord usual = run;
  usual.seed = 17;
  const auto files = export_results(std::vector<RunRecord>{other, run, usual});
  ASSERT_EQ(files.size(), 1U);
  EXPECT_TRUE(gunzip(files[0].second, "")
                  .starts_with("\"kmeans [shift=\"\"3,4\"\"]@7\",kmeans@17,kmeans@7\n"));

  write_results(folder, "a.result2.gz", gunzip(files[0].second, ""));
  const auto back = import_results(folder / "results", tiny_tasks(folder), "");
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(back[0].method, "kmeans [shift=\"3,4\"]");
  EXPECT_EQ(back[0].labels, other.labels);
  EXPECT_EQ(back[2].labels, run.labels);
}

TEST(ResultFiles, WithoutLabelsThereIsNothingToExport) {
  const TestFolder folder;
  EXPECT_THROW(export_results(tiny_runs(folder, false)), Error);
}

TEST(ResultFiles, ReadsQuotedNamesAndPutsTheGroupBefore) {
  const TestFolder folder;
  std::string csv = "\"Genie_G0.3\",x\r\n";
  for (int i = 0; i < 60; ++i) csv += std::to_string(1 + i % 3) + ",1\r\n";
  const auto tasks = tiny_tasks(folder);
  write_results(folder, "a.result3.gz", csv);
  const auto runs = import_results(folder / "results", tasks, "theirs");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].method, "theirs/Genie_G0.3");
  EXPECT_EQ(runs[1].value("ari"), 0) << "one cluster for all agrees no better than chance";
}

TEST(ResultFiles, RefusesWhatIsNoPartition) {
  const TestFolder folder;
  const auto tasks = tiny_tasks(folder);
  EXPECT_THROW(import_results(folder / "results", tasks, ""), Error) << "no file at all";
  const auto message = [&](const std::string& csv) -> std::string {
    write_results(folder, "a.result3.gz", csv);
    try {
      import_results(folder / "results", tasks, "");
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(message("x\n1\n0\n").find("row 2, column 1 is '0'"), std::string::npos);
  EXPECT_NE(message("x\n1\n4\n").find("between 1 and 3"), std::string::npos);
  EXPECT_NE(message("x\n1\n2\n").find("has 2 rows"), std::string::npos);
  EXPECT_NE(message("x,y\n1\n").find("has 1 fields"), std::string::npos);
}

}  // namespace
}  // namespace gnac::detail
