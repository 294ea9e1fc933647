// fit(): the way of the data, one call a stage.
#include "model/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "automaton/evolve.h"
#include "gnac/error.h"
#include "graph/build.h"
#include "graph/check.h"
#include "readout/partition.h"
#include "support/memory.h"

namespace gnac {
namespace {

void check_clusters(std::int64_t n, int clusters) {
  if (clusters >= 1 && clusters <= n) return;
  throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                          clusters, n, n));
}

void check(const FitData& data, const Options& options) {
  validate(options);
  check_points(data.points);
  const std::int64_t n = data.points.n;
  if (data.rule != nullptr && data.points.d != data.rule->shape.features) {
    throw Error(
        fmt::format("the rule was trained on {} columns but the points have {}; give the "
                    "same columns in the same order",
                    data.rule->shape.features, data.points.d));
  }
  if (data.graph != nullptr && data.graph->nodes != n) {
    throw Error(
        fmt::format("the graph has {} nodes but there are {} points", data.graph->nodes, n));
  }
}

InputScaling choose_scaling(const FitData& data, const Options& options) {
  if (data.rule != nullptr) return data.rule->scaling;
  return fit_scaling(data.points, options.scale);
}

template <class Fn>
auto timed(double& seconds, Fn&& fn) {
  const auto start = std::chrono::steady_clock::now();
  auto value = fn();
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return value;
}

Graph make_graph(const FitData& data, PointsView points, const Options& options, Team& team) {
  if (data.graph != nullptr) return *data.graph;
  if (data.edges != nullptr) return edge_graph(*data.edges, points, team);
  // A kNN graph has between k/2 and k undirected edges per point; this is the upper bound.
  const auto k = std::min<std::int64_t>(options.neighbors, points.n - 1);
  require_memory(graph_bytes(points.n, points.n * k), options.memory_limit_gib,
                 fmt::format("the neighbourhood graph of {} points", points.n));
  return knn_graph(points, options, team);
}

/// Scaled points and their graph.
Model begin_model(const FitData& data, const Options& options, Team& team) {
  check(data, options);
  Model model;
  model.options = options;
  model.scaling = choose_scaling(data, options);
  model.points = apply_scaling(data.points, model.scaling);
  model.own_graph = data.edges != nullptr || data.graph != nullptr;
  model.graph =
      timed(model.timings.graph, [&] { return make_graph(data, model.points, options, team); });
  return model;
}

/// From the graph to the evolution: train where the rule does not come from elsewhere.
void run_rule(Model& model, const FitData& data, Team& team, const RuleEdit& start) {
  const Options& options = model.options;
  const auto n = model.points.n;
  const auto edges = std::ssize(model.graph.edges);
  model.rule = data.rule != nullptr ? *data.rule : initial_rule(options, model.points.d);
  model.rule.scaling = model.scaling;
  if (data.rule == nullptr) {
    require_memory(training_bytes(options, n, model.points.d, edges), options.memory_limit_gib,
                   fmt::format("training on {} points", n));
  }
  require_memory(evolution_bytes(model.rule.shape, n, edges), options.memory_limit_gib,
                 fmt::format("evolving {} points", n));
  const Cells cells = timed(model.timings.train, [&] {
    return lay_out(model.graph, model.points, model.rule.shape, team);
  });
  if (data.rule == nullptr) {
    if (start) start(model.rule);
    model.training = timed(model.timings.train, [&] {
      return train_rule(model.rule, cells, model.graph, options, team);
    });
  }
  model.evolution =
      timed(model.timings.evolve, [&] { return evolve_rule(model.rule, cells, options, team); });
}

}  // namespace

Model fit_on(const FitData& data, int clusters, const Options& options, Team& team) {
  check_clusters(data.points.n, clusters);
  Model model = begin_model(data, options, team);
  model.clusters = clusters;
  const bool components_answer = data.labels_only && model.graph.components == clusters;
  if (!components_answer) run_rule(model, data, team, {});
  model.partition =
      timed(model.timings.readout, [&] { return partition_on(model, clusters, team); });
  return model;
}

Model evolve_on(const FitData& data, const Options& options, Team& team, const RuleEdit& start) {
  Model model = begin_model(data, options, team);
  run_rule(model, data, team, start);
  return model;
}

Partition partition_on(const Model& model, int clusters, Team& team) {
  const auto& distance = model.evolution.edge_distance;
  return partition_graph(model.graph, model.points,
                         distance.empty() ? model.graph.distance : distance, clusters,
                         model.options, team);
}

Model fit(const FitData& data, int clusters, const Options& options, const Observer& observer) {
  validate(options);
  Team team(options.threads, observer);
  return fit_on(data, clusters, options, team);
}

Model fit(PointsView points, int clusters, const Options& options, const Observer& observer) {
  return fit(FitData{.points = points}, clusters, options, observer);
}

Partition partition(const Model& model, int clusters, const Observer& observer) {
  Team team(model.options.threads, observer);
  return partition_on(model, clusters, team);
}

}  // namespace gnac
