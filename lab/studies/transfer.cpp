#include "studies/transfer.h"

#include "gnac/error.h"
#include "gnac/metrics.h"
#include "graph/build.h"
#include "methods/method.h"
#include "studies/synthetic.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

constexpr std::int32_t kNoise = 0;
constexpr std::uint64_t kFirstSampleSeed = 1000;  // pair p is drawn with seed 1000 + p

/// A source and a target with the same centres and no point in common.
struct Pair {
  std::string family;
  int number = 0;
  std::int64_t target = 0;

  std::shared_ptr<const StudyData> source_data(std::int64_t size) const {
    return synthetic_data(family, 0, size, kFirstSampleSeed + static_cast<unsigned>(number));
  }
  std::shared_ptr<const StudyData> target_data() const {
    return synthetic_data(family, target, 2 * target,
                          kFirstSampleSeed + static_cast<unsigned>(number));
  }
};

RunRecord run_of(const Pair& pair, const std::string& arm, std::int64_t source, std::uint64_t seed,
                 const std::string& settings) {
  RunRecord run;
  run.study = "transfer";
  run.subject = pair.family;
  run.clusters = kSyntheticClusters;
  run.method = arm;
  run.condition = "pair " + std::to_string(pair.number);
  run.level = static_cast<double>(source);
  run.seed = seed;
  run.settings = settings + (settings.empty() ? "" : " ") + "target=" + std::to_string(pair.target);
  return run;
}

/// How the graph relates to the reference, which the paper connects with transfer.
void describe_graph(RunRecord& run, const StudyData& data, const Graph& graph,
                    const std::vector<double>& edge_distance) {
  const auto& reference = data.references.front();
  double raw = 0;
  double normalised = 0;
  double crossing = 0;
  double counted = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    raw += graph.distance[e];
    normalised += graph.geometry[e][0];
    const std::int32_t a = reference[graph.edges[e].i];
    const std::int32_t b = reference[graph.edges[e].j];
    if (a == kNoise || b == kNoise) continue;
    counted += 1;
    crossing += a != b ? 1 : 0;
  }
  const auto edges = static_cast<double>(graph.edges.size());
  run.values["edge_distance"] = raw / edges;
  run.values["normalised_distance"] = normalised / edges;
  run.values["cross_share"] = crossing / counted;
  run.values["boundary_auc"] = boundary_auc(graph.edges, edge_distance, reference, kNoise);
  run.values["components"] = graph.components;
}

/// Evolve a rule on data that it may not have seen, and fill in the run.
void deploy_on(RunRecord& run, const StudyData& data, const Graph* graph, const Rule& rule,
               const Options& options, Team& team) {
  Model model = evolve_on({.points = data.points, .graph = graph, .rule = &rule}, options, team);
  model.timings.graph = 0;  // the cost of a rule given the graph
  read_out({&run, 1}, data, model, team);
  describe_graph(run, data, model.graph, model.evolution.edge_distance);
}

Job rule_job(const Pair& pair, std::int64_t source, const Options& options) {
  const std::string settings = settings_text(options);
  Job job;
  job.name = pair.family + " pair " + std::to_string(pair.number) + " source " +
             std::to_string(source) + " seed " + std::to_string(options.seed);
  for (const char* arm : {"self", "within", "target"})
    job.runs.push_back(run_of(pair, arm, source, options.seed, settings));
  job.cost = gnac_cost(source, options) + 4e-4 * static_cast<double>(pair.target);
  job.work = [pair, source, options](std::span<RunRecord> todo, Team& team) {
    const auto data = pair.source_data(source);
    const Model trained = evolve_on({.points = data->points}, options, team);
    for (RunRecord& run : todo) {
      const bool within = run.method == "within" && source != pair.target;
      if (run.method == "target" || within) {
        const auto other = within ? pair.source_data(pair.target) : pair.target_data();
        deploy_on(run, *other, nullptr, trained.rule, options, team);
      } else {
        deploy_on(run, *data, &trained.graph, trained.rule, options, team);
      }
      run.values["train_seconds"] = trained.timings.train + trained.timings.evolve;
    }
  };
  return job;
}

Job direct_job(const Pair& pair, const Options& options) {
  Job job;
  job.name = pair.family + " pair " + std::to_string(pair.number) + " direct seed " +
             std::to_string(options.seed);
  for (const char* arm : {"direct", "untrained"})
    job.runs.push_back(run_of(pair, arm, 0, options.seed, settings_text(options)));
  job.cost = gnac_cost(pair.target, options);
  job.work = [pair, options](std::span<RunRecord> todo, Team& team) {
    const auto data = pair.target_data();
    const Graph graph = knn_graph(data->points, options, team);
    for (RunRecord& run : todo) {
      FitData from{.points = data->points, .graph = &graph};
      const Rule rule = initial_rule(options, data->points.d);
      if (run.method == "untrained") from.rule = &rule;
      Model model = evolve_on(from, options, team);
      model.timings.graph = 0;  // both arms share it
      read_out({&run, 1}, *data, model, team);
      run.values["train_seconds"] = model.timings.train;
      describe_graph(run, *data, graph, model.evolution.edge_distance);
    }
  };
  return job;
}

Job control_job(const Pair& pair, const MethodOptions& options) {
  Job job;
  job.name = pair.family + " pair " + std::to_string(pair.number) + " controls";
  job.runs = {
      run_of(pair, "graph-only", 0, options.gnac.seed, settings_text(options.gnac)),
      run_of(pair, "kmeans", 0, options.gnac.seed, settings_text(method_info("kmeans"), options))};
  job.cost = 4e-4 * static_cast<double>(pair.target);
  job.work = [pair, options](std::span<RunRecord> todo, Team& team) {
    const auto data = pair.target_data();
    for (RunRecord& run : todo) {
      const Stopwatch watch;
      if (run.method == "kmeans") {
        const MethodRun result = run_method("kmeans", data->points, kSyntheticClusters, options,
                                            options.gnac.seed, team);
        fill_run(run, *data, result.labels, watch.seconds(), false);
        continue;
      }
      const Graph graph = knn_graph(data->points, options.gnac, team);
      read_out({&run, 1}, *data, {graph, data->points, graph.distance, options.gnac},
               watch.seconds(), team);
      describe_graph(run, *data, graph, graph.distance);
    }
  };
  return job;
}

}  // namespace

std::vector<Job> transfer_jobs(const TransferPlan& plan) {
  for (const std::int64_t source : plan.sources) {
    if (source > plan.target)
      throw Error("a source of " + std::to_string(source) +
                  " points is larger than the target; raise --target");
  }
  std::vector<Job> jobs;
  for (int number = 0; number < plan.pairs; ++number) {
    for (const std::string& family : plan.families) {
      const Pair pair{family, number, plan.target};
      MethodOptions controls = plan.options;
      controls.gnac.seed = plan.seeds.empty() ? 7 : plan.seeds.front();
      jobs.push_back(control_job(pair, controls));
      for (const std::uint64_t seed : plan.seeds) {
        Options own = plan.options.gnac;
        own.seed = seed;
        for (const std::int64_t source : plan.sources) jobs.push_back(rule_job(pair, source, own));
        jobs.push_back(direct_job(pair, own));
      }
    }
  }
  return jobs;
}

}  // namespace gnac::detail
