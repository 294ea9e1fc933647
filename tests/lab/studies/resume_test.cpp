// A study may be killed at any moment and continues where it was.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "gnac/error.h"
#include "lab/studies/tiny_benchmark.h"
#include "studies/benchmark.h"
#include "studies/run_log.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

std::vector<Job> tiny_jobs(const std::string& folder) {
  BenchmarkPlan plan;
  plan.tasks = load_tasks(folder, {});
  plan.methods = {"kmeans", "genie", "gmm"};
  plan.seeds = {7, 17, 27, 37, 47};
  return benchmark_jobs(plan);
}

void write_suite(const std::string& folder) {
  write_tiny_data(folder, "a", 90, 1);
  write_tiny_data(folder, "b", 120, 2);
  write_tiny_data(folder, "c", 400, 3);
}

/// The lines of a log without their times, sorted: the input of every table.
std::vector<std::string> content(const std::string& path) {
  std::vector<std::string> lines;
  for (RunRecord run : read_runs(path)) {
    run.values.erase("seconds");
    lines.push_back(to_json_line(run));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// Run the study in its own process and kill it after a while. True if it finished first.
bool run_and_kill(const std::string& folder, const std::string& path, int jobs,
                  std::chrono::microseconds after) {
  const pid_t child = ::fork();
  if (child == 0) {
    RunLog log(path);
    run_jobs(tiny_jobs(folder), log, {.jobs = jobs, .threads = 1});
    ::_exit(0);
  }
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Study, KilledAtRandomMomentsEndsWithTheSameRuns) {
  const TestFolder folder;
  write_suite(folder / "suite");
  const std::string undisturbed = folder / "whole.jsonl";
  const auto start = std::chrono::steady_clock::now();
  {
    RunLog log(undisturbed);
    run_jobs(tiny_jobs(folder / "suite"), log, {.jobs = 1, .threads = 1});
  }
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - start);

  const std::string path = folder / "killed.jsonl";
  Draws draws(7, Stream::study, 99);
  int kills = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    // The first at once: on a busy machine the others may come too late.
    const std::chrono::microseconds after(attempt == 0 ? 0 : draws.below(whole.count() / 2 + 1));
    kills += run_and_kill(folder / "suite", path, 1 + attempt % 2, after) ? 0 : 1;
  }
  EXPECT_GT(kills, 0);
  {
    RunLog log(path);
    run_jobs(tiny_jobs(folder / "suite"), log, {.jobs = 2, .threads = 1});
  }
  EXPECT_EQ(content(path), content(undisturbed));
}

TEST(Study, FinishedRunsAreNeverRepeated) {
  const TestFolder folder;
  write_suite(folder / "suite");
  const std::string path = folder / "log.jsonl";
  {
    RunLog log(path);
    run_jobs(tiny_jobs(folder / "suite"), log, {});
  }
  const std::string before = read_file(path);
  RunLog log(path);
  std::size_t done = 0;
  std::size_t total = 1;
  run_jobs(tiny_jobs(folder / "suite"), log, {}, [&](const StudyProgress& p) {
    done = p.done;
    total = p.total;
    return true;
  });
  EXPECT_EQ(read_file(path), before);
}

TEST(Study, StopsOnRequestAndKeepsWhatIsFinished) {
  const TestFolder folder;
  write_suite(folder / "suite");
  const std::string path = folder / "log.jsonl";
  std::size_t last = 0;
  {
    RunLog log(path);
    const auto stop_after_some = [&](const StudyProgress& p) {
      last = p.done;
      return p.done < 10;
    };
    EXPECT_THROW(run_jobs(tiny_jobs(folder / "suite"), log, {.jobs = 2}, stop_after_some),
                 Cancelled);
  }
  const std::size_t kept = read_runs(path).size();
  EXPECT_GE(kept, last);
  EXPECT_LT(kept, 60U);
}

// The tiny suite: one perfect answer per K exists for K = 3, so k-means must find it, and the point
// that the reference calls noise must not count.
TEST(Study, ScoresAgainstTheReferencesOfItsK) {
  const TestFolder folder;
  write_suite(folder / "suite");
  const std::string path = folder / "log.jsonl";
  {
    RunLog log(path);
    run_jobs(tiny_jobs(folder / "suite"), log, {});
  }
  const auto runs = read_runs(path);
  EXPECT_EQ(runs.size(), 3U * 2 * (5 + 1 + 5));
  for (const RunRecord& run : runs) {
    EXPECT_EQ(run.seed == 0, run.method == "genie") << run.method;
    if (run.clusters == 3) {
      EXPECT_GT(run.value("ari"), 0.9) << to_json_line(run);
    }
    EXPECT_GE(run.value("seconds"), 0);
  }
}

TEST(Study, NamesTheDataSetThatIsNotThere) {
  const TestFolder folder;
  write_suite(folder / "suite");
  const std::vector<std::string> wanted{"tiny/a", "tiny/z"};
  try {
    load_tasks(folder / "suite", wanted);
    FAIL() << "an unknown data set was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("tiny/z"), std::string::npos) << error.what();
  }
  EXPECT_EQ(load_tasks(folder / "suite", std::vector<std::string>{"tiny"}).size(), 3U);
}

}  // namespace
}  // namespace gnac::detail
