#include "studies/benchmark.h"

#include "methods/method.h"
#include "studies/study_methods.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kGnac = "gnac";
constexpr std::string_view kStudy = "benchmark";

using Task = std::shared_ptr<const StudyData>;

Job gnac_job(const Task& task, const Options& options, std::uint64_t seed, bool keep_labels) {
  Job job;
  job.name = task->name + " gnac seed " + std::to_string(seed);
  job.runs = runs_of(*task, kStudy, kGnac, seed, settings_text(options));
  job.cost = gnac_cost(task->points.n, options);
  job.work = [task, options, seed, keep_labels](std::span<RunRecord> todo, Team& team) {
    Options own = options;
    own.seed = seed;
    const Model model = evolve_on({.points = task->points}, own, team);
    read_out(todo, *task, model, team, ControlReadout::per_component, keep_labels);
  };
  return job;
}

Job method_job(const Task& task, const MethodInfo& method, const MethodOptions& options,
               std::uint64_t seed, bool keep_labels) {
  Job job;
  job.name = task->name + " " + std::string(method.name);
  if (method.stochastic) job.name += " seed " + std::to_string(seed);
  job.runs = runs_of(*task, kStudy, method.name, seed, settings_text(method, options));
  job.cost = method_cost(method.name, task->points.n);
  job.work = [task, &method, options, seed, keep_labels](std::span<RunRecord> todo, Team& team) {
    for (RunRecord& run : todo) {
      const Stopwatch watch;
      const MethodRun result = run_method(method, task->points, run.clusters, options, seed, team);
      fill_run(run, *task, result.labels, watch.seconds(), keep_labels);
    }
  };
  return job;
}

}  // namespace

std::vector<std::uint64_t> paper_seeds() {
  return {7, 17, 27, 37, 47, 57, 67, 77, 87, 97};
}

std::vector<std::string> paper_methods() {
  return {"gnac", "genie", "spectral", "gmm",     "kmeans", "idec",
          "ward", "dec",   "som",      "average", "birch"};
}

std::vector<Job> benchmark_jobs(const BenchmarkPlan& plan) {
  std::vector<Job> jobs;
  for (const std::string& name : plan.methods) {
    const bool gnac = name == kGnac;
    const MethodInfo* method = gnac ? nullptr : &study_method(name);
    const auto seeds =
        gnac || method->stochastic ? plan.seeds : std::vector<std::uint64_t>{kNoSeed};
    for (const std::uint64_t seed : seeds) {
      for (const Task& task : plan.tasks) {
        jobs.push_back(gnac ? gnac_job(task, plan.options.gnac, seed, plan.keep_labels)
                            : method_job(task, *method, plan.options, seed, plan.keep_labels));
      }
    }
  }
  return jobs;
}

}  // namespace gnac::detail
