#include "studies/ablation.h"

#include <algorithm>
#include <map>

#include "gnac/error.h"
#include "graph/build.h"
#include "options/option_text.h"
#include "studies/work.h"

namespace gnac::detail {
namespace {

using Kind = Variant::Kind;
using Task = std::shared_ptr<const StudyData>;

std::vector<RunRecord> variant_runs(const StudyData& data, const Variant& variant,
                                    const Options& options) {
  return runs_of(data, "ablation", variant.name, options.seed, settings_text(options));
}

Options changed(Options options, const Variant& variant, std::uint64_t seed) {
  for (const auto& [name, value] : variant.options) set_option(options, name, value);
  options.seed = seed;
  return options;
}

/// Does it differ only after training? Such variants can share one training.
bool shares_training(const Variant& variant) {
  return variant.kind == Kind::trained &&
         std::ranges::all_of(variant.options, [](const auto& change) {
           const auto group = option_info(change.first).group;
           return group == "evolution" || group == "readout";
         });
}

Model evolve_variant(Kind kind, PointsView points, const Options& options, Team& team) {
  FitData data{.points = points};
  if (kind == Kind::open) return evolve_on(data, options, team, open_edges);
  if (kind == Kind::untrained) {
    const Rule rule = initial_rule(options, points.d);
    data.rule = &rule;
    return evolve_on(data, options, team);
  }
  if (kind != Kind::blind) return evolve_on(data, options, team);
  const Stopwatch watch;
  Graph graph = knn_graph(points, options, team);
  graph.geometry.assign(graph.edges.size(), {});
  data.graph = &graph;
  Model model = evolve_on(data, options, team);
  model.timings.graph = watch.seconds() - model.timings.train - model.timings.evolve;
  return model;
}

Job variant_job(const Task& task, const Variant& variant, const Options& options) {
  Job job;
  job.name = task->name + " " + variant.name + " seed " + std::to_string(options.seed);
  job.runs = variant_runs(*task, variant, options);
  const bool trains = variant.kind != Kind::untrained && variant.kind != Kind::graph_only;
  job.cost = trains ? gnac_cost(task->points.n, options) : method_cost("spectral", task->points.n);
  job.work = [task, kind = variant.kind, readout = variant.readout, options](
                 std::span<RunRecord> todo, Team& team) {
    if (kind == Kind::graph_only) {
      const Stopwatch watch;
      const Graph graph = knn_graph(task->points, options, team);
      read_out(todo, *task, {graph, task->points, graph.distance, options, readout},
               watch.seconds(), team);
      return;
    }
    const Model model = evolve_variant(kind, task->points, options, team);
    read_out(todo, *task, model, team, readout);
  };
  return job;
}

/// How a run continues after a shared training.
struct Ending {
  Options options;
  ControlReadout readout = ControlReadout::per_component;
};

/// One training, then the evolution of the full method and of each variant of it.
Job shared_job(const Task& task, const std::vector<Variant>& variants, const Options& base,
               std::uint64_t seed) {
  BenchmarkPlan full;
  full.tasks = {task};
  full.methods = {"gnac"};
  full.seeds = {seed};
  full.options.gnac = base;
  Job job = benchmark_jobs(full).front();
  job.name = task->name + " full and evolution seed " + std::to_string(seed);
  std::map<std::string, Ending> ending_of{{"gnac", {changed(base, {}, seed)}}};
  for (const Variant& variant : variants) {
    const Ending ending{changed(base, variant, seed), variant.readout};
    ending_of[variant.name] = ending;
    for (RunRecord& run : variant_runs(*task, variant, ending.options))
      job.runs.push_back(std::move(run));
  }
  job.work = [task, ending_of](std::span<RunRecord> todo, Team& team) {
    const Options& options = ending_of.at("gnac").options;
    const Model trained = evolve_on({.points = task->points}, options, team);
    for (auto begin = todo.begin(); begin != todo.end();) {
      const auto end = std::find_if(
          begin, todo.end(), [&](const RunRecord& run) { return run.method != begin->method; });
      const auto& [own, readout] = ending_of.at(begin->method);
      if (begin->method == "gnac") {
        read_out({begin, end}, *task, trained, team, readout);
      } else {
        Model model = evolve_on(
            {.points = task->points, .graph = &trained.graph, .rule = &trained.rule}, own, team);
        model.training = trained.training;
        model.timings.graph = trained.timings.graph;
        model.timings.train = trained.timings.train;
        read_out({begin, end}, *task, model, team, readout);
      }
      begin = end;
    }
  };
  return job;
}

std::vector<Variant> chosen_variants(const std::vector<std::string>& names) {
  std::vector<Variant> all = ablation_variants();
  if (names.empty()) return all;
  std::vector<Variant> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Variant::name);
    if (found == all.end()) {
      std::vector<std::string_view> known(all.size());
      std::ranges::transform(all, known.begin(),
                             [](const Variant& v) -> std::string_view { return v.name; });
      throw Error("there is no variant '" + name + "'; " +
                  suggestion(name, known, "choose from " + listed(known, " and ")));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace

void open_edges(Rule& rule) {
  const auto table = rule_table(rule.shape);
  rule.values[find_tensor(table, "fe.2.bias").offset] = 1e3F;
}

std::vector<Variant> ablation_variants() {
  std::vector<Variant> variants{
      {"graph-only", "learning and evolution together", Kind::graph_only},
      {"untrained", "training", Kind::untrained},
      {"plain-readout",
       "the readout of each component by itself, against one embedding of all",
       Kind::trained,
       {},
       ControlReadout::plain},
      {"graph-only-plain",
       "learning and that readout together",
       Kind::graph_only,
       {},
       ControlReadout::plain},
      {"rows-by-degree",
       "rows of length 1 in the spectral embedding, against rows divided by √degree",
       Kind::trained,
       {{"embedding", "degree"}}},
      {"graph-only-rows-by-degree",
       "learning and those rows together",
       Kind::graph_only,
       {{"embedding", "degree"}}},
      {"no-conductance", "conductances other than 1", Kind::open},
      {"no-hidden", "the hidden state", Kind::trained, {{"hidden", "0"}}},
      {"no-geometry", "the geometry features of the edges", Kind::blind},
      {"no-smoothness", "the smoothness term", Kind::trained, {{"smoothness", "0"}}},
      {"no-variance", "the variance term", Kind::trained, {{"variance", "0"}}},
      {"no-covariance", "the covariance term", Kind::trained, {{"covariance", "0"}}},
      {"no-dispersion", "the dispersion term", Kind::trained, {{"dispersion", "0"}}},
      {"no-temporal", "the temporal term", Kind::trained, {{"temporal", "0"}}},
  };
  for (const char* steps : {"4", "16", "128"}) {
    variants.push_back({std::string("steps=") + steps,
                        "the stopping rule, against a fixed number of steps",
                        Kind::trained,
                        {{"max_steps", steps}, {"stop_correlation", "2"}}});
  }
  for (const char* k : {"5", "7", "10", "15", "30"}) {
    variants.push_back({std::string("k=") + k,
                        "20 neighbours in place of this number",
                        Kind::trained,
                        {{"neighbors", k}}});
    variants.push_back({std::string("graph-only-k=") + k,
                        "learning on 20 neighbours against this number without it",
                        Kind::graph_only,
                        {{"neighbors", k}}});
  }
  return variants;
}

std::vector<Job> ablation_jobs(const AblationPlan& plan) {
  std::vector<Variant> shared;
  std::vector<Variant> own;
  for (Variant& variant : chosen_variants(plan.variants))
    (shares_training(variant) ? shared : own).push_back(std::move(variant));
  std::vector<Job> jobs;
  for (const std::uint64_t seed : plan.seeds) {
    for (const Task& task : plan.tasks) {
      jobs.push_back(shared_job(task, shared, plan.options, seed));
      for (const Variant& variant : own)
        jobs.push_back(variant_job(task, variant, changed(plan.options, variant, seed)));
    }
  }
  return jobs;
}

}  // namespace gnac::detail
