#pragma once

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"
#include "gnac/result.h"
#include "gnac/rule.h"

namespace gnac {

/// Partition the points into exactly `clusters` groups: graph, train, evolve, readout. The points
/// are taken as they are; scale them first (see data/scaling.h) when their unit is far from 1.
///
///     gnac::Result result = gnac::cluster(points, 3);
///     result.labels[0];  // 0
Result cluster(PointsView points, int clusters, const Options& options = {},
               const Observer& observer = {});

/// As above on the caller's own graph; `points` are the cells' features.
Result cluster(PointsView points, const Graph& graph, int clusters, const Options& options = {},
               const Observer& observer = {});

/// Train a rule on a graph, without labels.
Training train(PointsView points, const Graph& graph, const Options& options = {},
               const Observer& observer = {});

/// Evolve a rule on a graph until the ranking of its edges is stable.
Evolution evolve(const Rule& rule, PointsView points, const Graph& graph,
                 const Options& options = {}, const Observer& observer = {});

/// Partition the graph by the ranking of these edge distances.
Partition partition(const Graph& graph, PointsView points, const std::vector<double>& edge_distance,
                    int clusters, const Options& options = {}, const Observer& observer = {});

/// Evolve a frozen rule on new points and partition them; no training. Points are taken as they
/// are: apply rule.scaling first.
Result deploy(const Rule& rule, PointsView points, int clusters, const Options& options = {},
              const Observer& observer = {});

/// As above on the caller's own graph.
Result deploy(const Rule& rule, PointsView points, const Graph& graph, int clusters,
              const Options& options = {}, const Observer& observer = {});

}  // namespace gnac
