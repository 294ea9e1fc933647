#include "studies/ablation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "automaton/evolve.h"
#include "automaton/train.h"
#include "gnac/error.h"
#include "graph/build.h"
#include "lab/studies/tiny_benchmark.h"
#include "studies/scaling_study.h"
#include "studies/synthetic.h"
#include "studies/transfer.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

Options tiny_options() {
  Options options = Options::paper();
  options.neighbors = 8;
  options.epochs = 6;
  options.burn_in = 2;
  options.rollout = 4;
  options.width = 8;
  options.hidden = 8;
  options.pairs = 50;
  options.max_steps = 16;
  return options;
}

std::vector<RunRecord> run_all(const TestFolder& folder, const std::vector<Job>& jobs) {
  {
    RunLog log(folder / "log.jsonl");
    run_jobs(jobs, log, {.jobs = 1, .threads = 1});
  }
  return read_runs(folder / "log.jsonl");
}

TEST(Ablation, EveryVariantRunsAndIsAnotherMethod) {
  const TestFolder folder;
  AblationPlan plan;
  plan.tasks = {synthetic_data("gaussian-mixture", 0, 160, 7)};
  plan.seeds = {7};
  plan.options = tiny_options();
  const auto runs = run_all(folder, ablation_jobs(plan));
  std::set<std::string> methods;
  for (const RunRecord& run : runs) {
    methods.insert(run.method);
    EXPECT_EQ(run.study, run.method == "gnac" ? "benchmark" : "ablation");
    EXPECT_TRUE(run.values.contains("ari")) << run.method;
    if (run.method.starts_with("steps=")) {
      EXPECT_EQ(run.value("steps"), std::stod(run.method.substr(6)));
    }
  }
  EXPECT_EQ(methods.size(), 1 + ablation_variants().size());
}

// The full method as the ablation runs it, sharing one training with other variants, is the very
// run of the benchmark.
TEST(Ablation, TheFullMethodIsThatOfTheBenchmark) {
  const TestFolder folder;
  AblationPlan plan;
  plan.tasks = {synthetic_data("noisy-blobs", 0, 200, 7)};
  plan.seeds = {7};
  plan.variants = {"steps=4"};
  plan.options = tiny_options();
  const auto ablated = run_all(folder, ablation_jobs(plan));
  BenchmarkPlan benchmark;
  benchmark.tasks = plan.tasks;
  benchmark.methods = {"gnac"};
  benchmark.seeds = {7};
  benchmark.options.gnac = plan.options;
  const auto jobs = benchmark_jobs(benchmark);
  {
    const RunLog log(folder / "log.jsonl");
    EXPECT_TRUE(log.contains(jobs.front().runs.front()));
  }
  std::filesystem::remove(folder / "log.jsonl");
  RunRecord direct = run_all(folder, jobs).front();
  RunRecord shared = ablated.front();
  for (RunRecord* run : {&direct, &shared}) run->values.erase("seconds");
  EXPECT_EQ(to_json_line(shared), to_json_line(direct));
}

// f_e gets no gradient where every edge conducts fully: its weights only decay.
TEST(Ablation, WithoutConductanceTheEdgeNetworkLearnsNothing) {
  const auto task = synthetic_data("noisy-blobs", 0, 200, 7);
  Options options = tiny_options();
  options.weight_decay = 0;
  Team team(1);
  const Graph graph = knn_graph(task->points, options, team);
  std::vector<float> start;
  const auto open = [&](Rule& rule) {
    open_edges(rule);
    start = rule.values;
  };
  const Model model = evolve_on({.points = task->points, .graph = &graph}, options, team, open);
  const Rule& rule = model.rule;
  const auto table = rule_table(rule.shape);
  int changed = 0;
  for (const Tensor& tensor : table) {
    const auto from = start.begin() + static_cast<std::ptrdiff_t>(tensor.offset);
    const auto to = from + static_cast<std::ptrdiff_t>(tensor.size());
    const bool same =
        std::equal(from, to, rule.values.begin() + static_cast<std::ptrdiff_t>(tensor.offset));
    if (tensor.name.starts_with("fe.")) {
      EXPECT_TRUE(same) << tensor.name;
    } else {
      changed += same ? 0 : 1;
    }
  }
  EXPECT_GT(changed, 10);
  for (const float a : model.evolution.conductance) ASSERT_EQ(a, 1.0F);
}

TEST(Ablation, NamesTheClosestVariant) {
  AblationPlan plan;
  plan.variants = {"no-temporl"};
  try {
    ablation_jobs(plan);
    FAIL() << "an unknown variant was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("no-temporal"), std::string::npos);
  }
}

TEST(Scaling, MeasuresEveryStage) {
  const TestFolder folder;
  ScalingPlan plan;
  plan.sizes = {100, 200};
  plan.seeds = {7};
  plan.options.gnac = tiny_options();
  const auto runs = run_all(folder, scaling_jobs(plan));
  ASSERT_EQ(runs.size(), 2U);
  for (const RunRecord& run : runs) {
    EXPECT_GT(run.value("edges"), 4 * run.level);
    EXPECT_GE(run.value("fit"), run.value("graph") + run.value("train") + run.value("evolve") +
                                    run.value("readout") - 1e-6);
    EXPECT_GE(run.value("end_to_end"), run.value("fit"));
    EXPECT_GT(run.value("peak_mib"), 1);
  }
}

TEST(Scaling, WhatHasNoSeedRunsOnceForEachSize) {
  const TestFolder folder;
  ScalingPlan plan;
  plan.sizes = {100, 200};
  plan.seeds = {7, 17};
  plan.methods = {"universal"};
  const auto runs = run_all(folder, scaling_jobs(plan));
  ASSERT_EQ(runs.size(), 2U);
  for (const RunRecord& run : runs) {
    EXPECT_EQ(run.method, "universal");
    EXPECT_EQ(run.value("train"), 0);
    EXPECT_EQ(run.value("steps"), 8);
  }
  plan.methods = {"genie"};
  EXPECT_THROW(scaling_jobs(plan), Error);
}

TEST(Scaling, ASmallFitAfterALargeOneHasItsOwnPeak) {
  const TestFolder folder;
  ScalingPlan plan;
  plan.sizes = {2000, 20000};
  plan.seeds = {7, 17};
  plan.threads = 1;
  plan.options.gnac = tiny_options();
  plan.options.gnac.epochs = 1;
  plan.options.gnac.burn_in = 0;
  const auto runs = run_all(folder, scaling_jobs(plan));
  ASSERT_EQ(runs.size(), 4U);
  ASSERT_EQ(runs[0].level, runs[2].level);
  ASSERT_GT(runs[1].value("peak_mib"), runs[0].value("peak_mib") + 10);
  EXPECT_NEAR(runs[2].value("peak_mib"), runs[0].value("peak_mib"), 2);
}

TEST(Synthetic, SourceAndTargetShareTheirCentresAndNoPoint) {
  const auto source = synthetic_data("gaussian-mixture", 0, 400, 7);
  const auto prefix = synthetic_data("gaussian-mixture", 0, 100, 7);
  const auto target = synthetic_data("gaussian-mixture", 400, 800, 7);
  EXPECT_TRUE(std::equal(prefix->points.values.begin(), prefix->points.values.end(),
                         source->points.values.begin()));
  EXPECT_EQ(target->points.n, 400);
  EXPECT_EQ(target->references.front().size(), 400U);
  EXPECT_NE(target->points.values.front(), source->points.values.front());
}

TEST(Transfer, HasEveryArmOfEveryPair) {
  const TestFolder folder;
  TransferPlan plan;
  plan.pairs = 2;
  plan.families = {"gaussian-mixture"};
  plan.target = 200;
  plan.sources = {100, 200};
  plan.seeds = {7};
  plan.options.gnac = tiny_options();
  const auto runs = run_all(folder, transfer_jobs(plan));
  std::map<std::string, int> arms;
  for (const RunRecord& run : runs) {
    ++arms[run.method];
    EXPECT_GE(run.value("ari"), -0.5);
    if (run.method != "kmeans") {
      EXPECT_GT(run.value("normalised_distance"), 0.5);
      EXPECT_GE(run.value("boundary_auc"), 0);
    }
  }
  EXPECT_EQ(arms, (std::map<std::string, int>{{"self", 4},
                                              {"within", 4},
                                              {"target", 4},
                                              {"direct", 2},
                                              {"untrained", 2},
                                              {"graph-only", 2},
                                              {"kmeans", 2}}));
  // The complete source is the source graph itself.
  for (const RunRecord& run : runs) {
    if (run.method != "within" || run.level != 200) continue;
    const auto self = std::ranges::find_if(runs, [&](const RunRecord& other) {
      return other.method == "self" && other.level == 200 && other.condition == run.condition;
    });
    EXPECT_EQ(self->value("ari"), run.value("ari"));
  }
  plan.sources = {300};
  EXPECT_THROW(transfer_jobs(plan), Error);
}

}  // namespace
}  // namespace gnac::detail
