#include "studies/robustness.h"

#include <algorithm>
#include <cmath>

#include "gnac/error.h"
#include "graph/build.h"
#include "options/option_text.h"
#include "studies/corruption.h"
#include "studies/study_methods.h"
#include "studies/work.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

constexpr std::uint32_t kNoisePart = 1;  // of Stream::study

using Task = std::shared_ptr<const StudyData>;

/// One condition at one level under one seed.
struct Damage {
  std::string condition;
  double level = 0;
  std::uint64_t seed = 0;

  std::string name() const {
    return " " + condition + " " + number_text(level) + " seed " + std::to_string(seed);
  }
};

std::vector<RunRecord> damaged_runs(const StudyData& data, const std::string& method,
                                    const Damage& damage, const std::string& settings) {
  auto runs = runs_of(data, "robustness", method, damage.seed, settings);
  for (RunRecord& run : runs) {
    run.condition = damage.condition;
    run.level = damage.level;
  }
  return runs;
}

Graph damaged_graph(PointsView points, const Options& options, const Damage& damage, Team& team) {
  if (damage.condition == "noise") return knn_graph(points, options, team);
  Corruption corruption;
  corruption.kind = damage.condition == "delete" ? Corruption::Kind::delete_slots
                                                 : Corruption::Kind::rewire_slots;
  corruption.fraction = damage.level;
  corruption.seed = damage.seed;
  return corrupted_graph(points, options, corruption, team);
}

/// Spectral clustering of the graph that G-NAC gets.
Job shared_job(const Task& task, const Options& options, const Damage& damage) {
  Job job;
  job.name = task->name + " shared-spectral" + damage.name();
  job.runs = damaged_runs(*task, "shared-spectral", damage, settings_text(options));
  job.cost = method_cost("spectral", task->points.n);
  job.work = [task, options, damage](std::span<RunRecord> todo, Team& team) {
    Options own = options;
    own.seed = damage.seed;
    const Stopwatch watch;
    const Graph graph = damage.condition.empty() ? knn_graph(task->points, own, team)
                                                 : damaged_graph(task->points, own, damage, team);
    read_out(todo, *task, {graph, task->points, graph.distance, own, ControlReadout::bare},
             watch.seconds(), team);
  };
  return job;
}

Job gnac_job(const Task& task, const Options& options, const Damage& damage) {
  Job job;
  job.name = task->name + " gnac" + damage.name();
  job.runs = damaged_runs(*task, "gnac", damage, settings_text(options));
  job.cost = gnac_cost(task->points.n, options);
  job.work = [task, options, damage](std::span<RunRecord> todo, Team& team) {
    Options own = options;
    own.seed = damage.seed;
    const bool noisy = damage.condition == "noise";
    const Points points = noisy ? add_noise(task->points, damage.level, damage.seed) : task->points;
    const Stopwatch watch;
    const Graph graph = damaged_graph(points, own, damage, team);
    const double graph_seconds = watch.seconds();
    Model model = evolve_on({.points = points, .graph = &graph}, own, team);
    model.timings.graph = graph_seconds;
    read_out(todo, *task, model, team);
  };
  return job;
}

Job method_job(const Task& task, const MethodInfo& method, const MethodOptions& options,
               const Damage& damage) {
  Job job;
  job.name = task->name + " " + std::string(method.name) + damage.name();
  job.runs = damaged_runs(*task, std::string(method.name), damage, settings_text(method, options));
  job.cost = method_cost(method.name, task->points.n);
  job.work = [task, &method, options, damage](std::span<RunRecord> todo, Team& team) {
    const Points points = add_noise(task->points, damage.level, damage.seed);
    for (RunRecord& run : todo) {
      const Stopwatch watch;
      const MethodRun result = run_method(method, points, run.clusters, options, damage.seed, team);
      fill_run(run, *task, result.labels, watch.seconds(), false);
    }
  };
  return job;
}

/// A method with a frozen rule, or none, on the damaged graph.
Job frozen_job(const Task& task, const std::string& method, const Options& options,
               const std::string& settings, const Damage& damage) {
  Job job;
  job.name = task->name + " " + method + damage.name();
  job.runs = damaged_runs(*task, method, damage, settings);
  job.cost = method_cost(method, task->points.n);
  job.work = [task, options, damage](std::span<RunRecord> todo, Team& team) {
    const Stopwatch watch;
    const Graph graph = damaged_graph(task->points, options, damage, team);
    const Model model = evolve_on({.points = task->points, .graph = &graph}, options, team);
    const double shared_seconds = watch.seconds();
    for (RunRecord& run : todo) {
      const Stopwatch readout;
      const Partition part = partition_on(model, run.clusters, team);
      fill_run(run, *task, part.labels, shared_seconds + readout.seconds(), false);
      run.values["components"] = graph.components;
    }
  };
  return job;
}

bool has_gnac(const RobustnessPlan& plan) {
  return std::ranges::find(plan.methods, "gnac") != plan.methods.end();
}

/// Those that cut a graph of neighbours, which can be damaged.
std::vector<std::string> graph_methods(const RobustnessPlan& plan) {
  std::vector<std::string> methods;
  for (const std::string& method : plan.methods) {
    if (method == "gnac" || frozen_options(method, plan.options)) methods.push_back(method);
  }
  return methods;
}

/// The clean runs are those of the benchmark.
std::vector<Job> clean_jobs(const RobustnessPlan& plan) {
  BenchmarkPlan clean;
  clean.tasks = plan.tasks;
  clean.seeds = plan.seeds;
  clean.options = plan.options;
  const bool noise = std::ranges::find(plan.conditions, "noise") != plan.conditions.end();
  clean.methods = noise ? plan.methods : graph_methods(plan);
  std::vector<Job> jobs = benchmark_jobs(clean);
  if (!has_gnac(plan) || (noise && plan.conditions.size() == 1)) return jobs;
  for (const std::uint64_t seed : plan.seeds) {
    for (const Task& task : plan.tasks)
      jobs.push_back(shared_job(task, plan.options.gnac, {"", 0, seed}));
  }
  return jobs;
}

void add_damaged_graph_jobs(std::vector<Job>& jobs, const RobustnessPlan& plan, const Task& task,
                            const Damage& damage) {
  for (const std::string& method : graph_methods(plan)) {
    if (method == "gnac") {
      jobs.push_back(gnac_job(task, plan.options.gnac, damage));
      jobs.push_back(shared_job(task, plan.options.gnac, damage));
    } else {
      jobs.push_back(frozen_job(task, method, *frozen_options(method, plan.options),
                                settings_text(study_method(method), plan.options), damage));
    }
  }
}

void add_damaged_jobs(std::vector<Job>& jobs, const RobustnessPlan& plan, const Damage& damage) {
  for (const Task& task : plan.tasks) {
    if (damage.condition != "noise") {
      add_damaged_graph_jobs(jobs, plan, task, damage);
      continue;
    }
    for (const std::string& method : plan.methods) {
      jobs.push_back(method == "gnac"
                         ? gnac_job(task, plan.options.gnac, damage)
                         : method_job(task, study_method(method), plan.options, damage));
    }
  }
}

}  // namespace

Points add_noise(PointsView points, double level, std::uint64_t seed) {
  std::vector<double> centre(static_cast<std::size_t>(points.d), 0.0);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) centre[c] += points(i, c);
  }
  for (double& c : centre) c /= static_cast<double>(points.n);
  double squares = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) squares += std::pow(points(i, c) - centre[c], 2);
  }
  const double radius = std::sqrt(squares / static_cast<double>(points.n));
  const double sd = level * radius / std::sqrt(static_cast<double>(points.d));
  Points noisy{{points.data, points.data + points.n * points.d}, points.n, points.d};
  Draws draws(seed, Stream::study, kNoisePart);
  for (double& value : noisy.values) value += sd * draws.normal();
  return noisy;
}

std::vector<Job> robustness_jobs(const RobustnessPlan& plan) {
  for (const std::string& condition : plan.conditions) {
    if (std::ranges::find(kConditions, condition) == kConditions.end())
      throw Error("there is no condition '" + condition + "'; choose noise, delete or rewire");
  }
  std::vector<Job> jobs;
  for (const double level : plan.levels) {
    if (!(level >= 0 && level <= 1))
      throw Error("a level of damage must be between 0 and 1, not " + number_text(level));
    if (level == 0) {
      for (Job& job : clean_jobs(plan)) jobs.push_back(std::move(job));
      continue;
    }
    for (const std::uint64_t seed : plan.seeds) {
      for (const std::string& condition : plan.conditions)
        add_damaged_jobs(jobs, plan, {condition, level, seed});
    }
  }
  return jobs;
}

}  // namespace gnac::detail
