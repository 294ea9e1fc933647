#include "methods/baselines.h"
#include "model/fit.h"

namespace gnac::detail {

MethodRun run_gnac(PointsView points, int clusters, const MethodOptions& options,
                   std::uint64_t seed, Team& team) {
  Options own = options.gnac;
  own.seed = seed;
  own.scale = ScaleMode::none;  // every method gets the points as they are
  const Model model = fit_on({.points = points, .labels_only = true}, clusters, own, team);
  return {.labels = model.labels(),
          .facts = {{"loss", model.training.best_loss()},
                    {"steps", static_cast<double>(model.evolution.steps)},
                    {"components", static_cast<double>(model.graph.components)}}};
}

namespace {

MethodRun run_frozen(PointsView points, int clusters, const GraphSettings& settings,
                     RuleSource rule, const MethodOptions& options, std::uint64_t seed,
                     Team& team) {
  Options own;
  own.rule = rule;
  own.neighbors = settings.neighbors;
  own.readout = settings.readout;
  own.seed = seed;
  own.scale = ScaleMode::none;
  own.memory_limit_gib = options.gnac.memory_limit_gib;
  const Model model = fit_on({.points = points, .labels_only = true}, clusters, own, team);
  return {.labels = model.labels(),
          .facts = {{"components", static_cast<double>(model.graph.components)}}};
}

}  // namespace

MethodRun run_universal(PointsView points, int clusters, const MethodOptions& options,
                        std::uint64_t seed, Team& team) {
  return run_frozen(points, clusters, options.universal, RuleSource::universal, options, seed,
                    team);
}

MethodRun run_graph_only(PointsView points, int clusters, const MethodOptions& options,
                         std::uint64_t seed, Team& team) {
  return run_frozen(points, clusters, options.graph_only, RuleSource::none, options, seed, team);
}

}  // namespace gnac::detail
