#include "methods/baselines.h"
#include "methods/method.h"
#include "model/fit.h"

namespace gnac::detail {

MethodRun run_gnac(PointsView points, int clusters, const MethodOptions& options,
                   std::uint64_t seed, Team& team) {
  Options own = options.gnac;
  own.seed = seed;
  own.scale = ScaleMode::none;  // every method gets the points as they are
  const Model model = fit_on({.points = points}, clusters, own, team, {.labels_only = true});
  return {.labels = model.labels(),
          .facts = {{"loss", model.training.best_loss()},
                    {"steps", static_cast<double>(model.evolution.steps)},
                    {"components", static_cast<double>(model.graph.components)}}};
}

std::optional<Options> frozen_options(std::string_view method, const MethodOptions& options) {
  const bool universal = method == "universal";
  if (!universal && method != "graph-only") return std::nullopt;
  const GraphSettings& settings = universal ? options.universal : options.graph_only;
  Options own;
  own.rule = universal ? RuleSource::universal : RuleSource::none;
  own.neighbors = settings.neighbors;
  own.readout = settings.readout;
  own.scale = ScaleMode::none;
  own.memory_limit_gib = options.gnac.memory_limit_gib;
  return own;
}

namespace {

MethodRun run_frozen(PointsView points, int clusters, Options own, std::uint64_t seed, Team& team) {
  own.seed = seed;
  const Model model = fit_on({.points = points}, clusters, own, team, {.labels_only = true});
  return {.labels = model.labels(),
          .facts = {{"components", static_cast<double>(model.graph.components)}}};
}

}  // namespace

MethodRun run_universal(PointsView points, int clusters, const MethodOptions& options,
                        std::uint64_t seed, Team& team) {
  return run_frozen(points, clusters, *frozen_options("universal", options), seed, team);
}

MethodRun run_graph_only(PointsView points, int clusters, const MethodOptions& options,
                         std::uint64_t seed, Team& team) {
  return run_frozen(points, clusters, *frozen_options("graph-only", options), seed, team);
}

}  // namespace gnac::detail
