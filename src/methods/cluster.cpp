// cluster() and deploy(): the way of the data, one call a stage.
#include "gnac/cluster.h"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "automaton/evolve.h"
#include "automaton/train.h"
#include "gnac/error.h"
#include "graph/build.h"
#include "readout/partition.h"
#include "support/memory.h"
#include "support/team.h"

namespace gnac {
namespace {

void check(PointsView points, int clusters, const Options& options) {
  validate(options);
  if (points.n < 2) {
    throw Error("clustering needs at least 2 points, and there is " + std::to_string(points.n));
  }
  if (points.d < 1) throw Error("the points have no columns");
  if (clusters < 1 || clusters > points.n) {
    throw Error("cannot make " + std::to_string(clusters) + " clusters of " +
                std::to_string(points.n) + " points; give a number from 1 to " +
                std::to_string(points.n));
  }
  for (std::int64_t i = 0; i < points.n * points.d; ++i) {
    if (!std::isfinite(points.data[i])) {
      throw Error("the value in row " + std::to_string(i / points.d + 1) + ", column " +
                  std::to_string(i % points.d + 1) +
                  " is not a finite number; remove or impute it");
    }
  }
}

// Undirected edges of a kNN graph before it is built: between k/2 and k per point. The upper bound.
std::int64_t most_edges(PointsView points, const Options& options) {
  return points.n * std::min<std::int64_t>(options.neighbors, points.n - 1);
}

template <class Fn>
auto timed(double& seconds, Fn&& fn) {
  const auto start = std::chrono::steady_clock::now();
  auto value = fn();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return value;
}

// From a graph on: train if there is no rule, evolve, read out.
void finish(Result& result, const Rule* rule, PointsView points, const Graph& graph, int clusters,
            const Options& options, Team& team) {
  result.clusters = clusters;
  result.edges = std::ssize(graph.edges);
  result.components = graph.components;
  if (rule == nullptr) {
    require_memory(training_bytes(options, points.n, points.d, result.edges),
                   options.memory_limit_gib, "training on " + std::to_string(points.n) + " points");
    result.training =
        timed(result.timings.train, [&] { return train_rule(points, graph, options, team); });
  } else {
    result.training.rule = *rule;
  }
  const Rule& use = result.training.rule;
  require_memory(evolution_bytes(use.shape, points.n, result.edges), options.memory_limit_gib,
                 "evolving " + std::to_string(points.n) + " points");
  result.evolution =
      timed(result.timings.evolve, [&] { return evolve_rule(use, points, graph, options, team); });
  result.partition = timed(result.timings.readout, [&] {
    return partition_graph(graph, points, result.evolution.edge_distance, clusters, options, team);
  });
  result.labels = result.partition.labels;
}

Result run(const Rule* rule, PointsView points, const Graph* own_graph, int clusters,
           const Options& options, const Observer& observer) {
  check(points, clusters, options);
  Team team(options.threads, observer);
  Result result;
  if (own_graph != nullptr) {
    if (own_graph->nodes != points.n) {
      throw Error("the graph has " + std::to_string(own_graph->nodes) + " nodes but there are " +
                  std::to_string(points.n) + " points");
    }
    finish(result, rule, points, *own_graph, clusters, options, team);
    return result;
  }
  const double graph_bytes = 120.0 * static_cast<double>(most_edges(points, options));
  require_memory(graph_bytes, options.memory_limit_gib,
                 "the neighbourhood graph of " + std::to_string(points.n) + " points");
  const Graph graph = timed(result.timings.graph, [&] { return knn_graph(points, options, team); });
  finish(result, rule, points, graph, clusters, options, team);
  return result;
}

}  // namespace

Result cluster(PointsView points, int clusters, const Options& options, const Observer& observer) {
  return run(nullptr, points, nullptr, clusters, options, observer);
}

Result cluster(PointsView points, const Graph& graph, int clusters, const Options& options,
               const Observer& observer) {
  return run(nullptr, points, &graph, clusters, options, observer);
}

Result deploy(const Rule& rule, PointsView points, int clusters, const Options& options,
              const Observer& observer) {
  return run(&rule, points, nullptr, clusters, options, observer);
}

Result deploy(const Rule& rule, PointsView points, const Graph& graph, int clusters,
              const Options& options, const Observer& observer) {
  return run(&rule, points, &graph, clusters, options, observer);
}

}  // namespace gnac
