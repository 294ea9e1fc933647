#include "studies/scaling_study.h"

#include <fmt/format.h>

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

/// The same in its own process: a small fit after a large one in the same process would show too
/// high a peak.
void measure_apart(RunRecord& run, std::int64_t size, std::uint64_t sample_seed,
                   const Options& options, int threads, Team& team) {
  const auto work = [&](const Observer& observer) {
    Team own(threads, observer);
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

/// The options of a form of G-NAC and the text that names them in a log.
struct Form {
  std::string method;
  Options options;
  std::string settings;
};

Form form_of(const std::string& method, const MethodOptions& options) {
  if (method == "gnac") return {method, options.gnac, settings_text(options.gnac)};
  const auto frozen = frozen_options(method, options);
  if (!frozen) {
    throw Error(
        "the scaling study times the stages of a fit, which only gnac, universal and graph-only "
        "have; leave out '" +
        method + "'");
  }
  return {method, *frozen, settings_text(method_info(method), options)};
}

Job scaling_job(const Form& form, std::int64_t size, std::uint64_t seed, int threads,
                std::uint64_t sample_seed) {
  RunRecord run;
  run.study = "scaling";
  run.subject = kFamily;
  run.clusters = kSyntheticClusters;
  run.method = form.method;
  run.level = static_cast<double>(size);
  run.seed = seed;
  run.settings = form.settings + " sample_seed=" + std::to_string(sample_seed) +
                 " threads=" + std::to_string(threads);
  Job job;
  job.name = fmt::format("{}, {} points", form.method, size);
  job.runs = {run};
  job.cost = form.method == "gnac" ? gnac_cost(size, form.options) : method_cost(form.method, size);
  Options own = form.options;
  own.seed = seed;
  job.apart = true;
  job.work = [size, own, threads, sample_seed](std::span<RunRecord> todo, Team& team) {
    measure_apart(todo.front(), size, sample_seed, own, threads, team);
  };
  return job;
}

}  // namespace

std::vector<Job> scaling_jobs(const ScalingPlan& plan) {
  const int threads = plan.threads > 0 ? plan.threads : processors();
  std::vector<Job> jobs;
  for (const std::string& method : plan.methods) {
    const Form form = form_of(method, plan.options);
    const auto seeds = method == "gnac" ? plan.seeds : std::vector<std::uint64_t>{kNoSeed};
    for (const std::uint64_t seed : seeds) {
      for (const std::int64_t size : plan.sizes)
        jobs.push_back(scaling_job(form, size, seed, threads, plan.sample_seed));
    }
  }
  return jobs;
}

}  // namespace gnac::detail
