#include "studies/robustness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "gnac/error.h"
#include "samples/generators.h"
#include "studies/synthetic.h"

namespace gnac::detail {
namespace {

Points sample(std::int64_t n, int d) {
  SampleOptions options;
  options.n = n;
  options.d = d;
  return generate("blobs", options).points;
}

double rms_radius(const Points& points) {
  double total = 0;
  for (std::int64_t c = 0; c < points.d; ++c) {
    double mean = 0;
    for (std::int64_t i = 0; i < points.n; ++i) mean += points.row(i)[c];
    mean /= static_cast<double>(points.n);
    for (std::int64_t i = 0; i < points.n; ++i) total += std::pow(points.row(i)[c] - mean, 2);
  }
  return std::sqrt(total / static_cast<double>(points.n));
}

// The mean of n·d squared normals has relative deviation √(2/nd); four of them are allowed.
TEST(Robustness, NoiseHasTheRequestedLength) {
  for (const int d : {2, 5}) {
    const Points clean = sample(20000, d);
    const Points noisy = add_noise(clean, 0.3, 7);
    double squares = 0;
    for (std::size_t i = 0; i < clean.values.size(); ++i)
      squares += std::pow(noisy.values[i] - clean.values[i], 2);
    const double rms = std::sqrt(squares / static_cast<double>(clean.n));
    const double expected = 0.3 * rms_radius(clean);
    EXPECT_NEAR(rms, expected, 2 * std::sqrt(2.0 / (20000.0 * d)) * expected);
  }
}

TEST(Robustness, NoiseOfOneSeedOnlyGrowsWithTheLevel) {
  const Points clean = sample(100, 2);
  const Points weak = add_noise(clean, 0.1, 7);
  const Points strong = add_noise(clean, 0.2, 7);
  for (std::size_t i = 0; i < clean.values.size(); ++i) {
    EXPECT_NEAR(strong.values[i] - clean.values[i], 2 * (weak.values[i] - clean.values[i]), 1e-9);
  }
  EXPECT_NE(add_noise(clean, 0.1, 17).values, weak.values);
  EXPECT_EQ(add_noise(clean, 0, 7).values, clean.values);
}

/// One data set, one seed, clean and half damaged.
RobustnessPlan one_task_plan() {
  RobustnessPlan plan;
  plan.tasks = {synthetic_data("gaussian-mixture", 0, 100, 7)};
  plan.seeds = {7};
  plan.levels = {0, 0.5};
  return plan;
}

TEST(Robustness, TheCleanLevelSharesTheRunsOfTheBenchmark) {
  RobustnessPlan plan = one_task_plan();
  plan.methods = {"gnac", "genie"};
  int clean = 0;
  int damaged = 0;
  for (const Job& job : robustness_jobs(plan)) {
    for (const RunRecord& run : job.runs) ++(run.study == "benchmark" ? clean : damaged);
  }
  EXPECT_EQ(clean, 2);
  EXPECT_EQ(damaged, 2 + 4 + 1)
      << "two methods under noise, G-NAC and its control under deletion and rewiring, and the "
         "control on the clean graph";
}

TEST(Robustness, FrozenRulesMeetTheDamagedGraphToo) {
  RobustnessPlan plan = one_task_plan();
  plan.conditions = {"delete", "rewire"};
  plan.methods = {"universal", "graph-only", "genie"};
  std::multiset<std::string> damaged;
  std::multiset<std::string> clean;
  Team team(1);
  for (Job& job : robustness_jobs(plan)) {
    for (const RunRecord& run : job.runs)
      (run.study == "benchmark" ? clean : damaged).insert(run.method);
    job.work(job.runs, team);
    for (const RunRecord& run : job.runs) EXPECT_GT(run.value("ari"), 0.3) << job.name;
  }
  EXPECT_EQ(clean, (std::multiset<std::string>{"universal", "graph-only"}));
  EXPECT_EQ(damaged,
            (std::multiset<std::string>{"universal", "universal", "graph-only", "graph-only"}))
      << "Genie has no graph that could be damaged";
}

TEST(Robustness, RefusesWhatItDoesNotKnow) {
  RobustnessPlan plan;
  plan.conditions = {"vandalism"};
  EXPECT_THROW(robustness_jobs(plan), Error);
  plan.conditions = {"noise"};
  for (const double level : {1.5, -0.1, std::nan("")}) {
    plan.levels = {level};
    EXPECT_THROW(robustness_jobs(plan), Error) << level;
  }
}

}  // namespace
}  // namespace gnac::detail
