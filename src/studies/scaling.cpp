#include "studies/scaling.h"

#include <thread>

#include "gnac/error.h"
#include "process/child.h"
#include "process/peak_memory.h"
#include "studies/synthetic.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

constexpr const char* kFamily = "gaussian-mixture";

void measure(RunRecord& run, std::int64_t size, std::uint64_t sample_seed, const Options& options,
             Team& team) {
  const auto data = synthetic_data(kFamily, 0, size, sample_seed);
  reset_peak_memory();
  const Stopwatch whole;
  const Model model = fit_on({.points = data->points}, kSyntheticClusters, options, team);
  const double fit_seconds = whole.seconds();
  const double peak = peak_memory_mib();
  fill_run(run, *data, model.labels(), fit_seconds, false);
  run.values["graph"] = model.timings.graph;
  run.values["train"] = model.timings.train;
  run.values["evolve"] = model.timings.evolve;
  run.values["readout"] = model.timings.readout;
  run.values["fit"] = fit_seconds;
  run.values["rest"] = fit_seconds - model.timings.graph;
  run.values["end_to_end"] = whole.seconds();
  run.values["peak_mib"] = peak;
  run.values["edges"] = static_cast<double>(model.graph.edges.size());
  run.values["components"] = model.graph.components;
  run.values["steps"] = model.evolution.steps;
}

/// The same in a process of its own: a small fit after a large one in the same process shows a
/// higher peak than by itself.
void measure_apart(RunRecord& run, std::int64_t size, std::uint64_t sample_seed,
                   const Options& options, int threads, Team& team) {
  const auto work = [&](const Observer& tell) {
    Team own(threads, tell);
    RunRecord measured = run;
    measure(measured, size, sample_seed, options, own);
    return to_json_line(measured);
  };
  const auto pass_on = [&team](const Progress& progress) {
    team.report(progress);
    return true;
  };
  const ChildAnswer answer = run_in_child(work, pass_on);
  if (answer.failed()) throw Error(answer.failure);
  run = from_json_line(answer.bytes);
}

}  // namespace

std::vector<Job> scaling_jobs(const ScalingPlan& plan) {
  const int threads = plan.threads > 0
                          ? plan.threads
                          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<Job> jobs;
  for (const std::uint64_t seed : plan.seeds) {
    for (const std::int64_t size : plan.sizes) {
      RunRecord run;
      run.study = "scaling";
      run.subject = kFamily;
      run.clusters = kSyntheticClusters;
      run.method = "gnac";
      run.level = static_cast<double>(size);
      run.seed = seed;
      run.settings = settings_text(plan.options) +
                     " sample_seed=" + std::to_string(plan.sample_seed) +
                     " threads=" + std::to_string(threads);
      Job job;
      job.name = std::to_string(size) + " points, seed " + std::to_string(seed);
      job.runs = {run};
      job.cost = gnac_cost(size, plan.options);
      Options own = plan.options;
      own.seed = seed;
      job.apart = true;
      job.work = [size, own, threads, sample_seed = plan.sample_seed](std::span<RunRecord> todo,
                                                                      Team& team) {
        measure_apart(todo.front(), size, sample_seed, own, threads, team);
      };
      jobs.push_back(std::move(job));
    }
  }
  return jobs;
}

}  // namespace gnac::detail
