#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

/// What a fit leaves behind for points that come later.
struct Fitted {
  PointsView points;                     ///< as cluster() saw them
  std::span<const std::int32_t> labels;  ///< Result::labels
  std::span<const float> domain;         ///< Evolution::domain
  int steps = 0;                         ///< Evolution::steps, T*
};

struct Prediction {
  std::vector<std::int32_t> labels;  ///< one per point, among those of the fit
  std::vector<float> domain;         ///< z at T*, points×d_z row by row
};

/// Labels of further points, without training and without a new partition. A point equal to a
/// fitted one has its label and state. Any other joins the fitted graph as a new cell: it is tied
/// to its k nearest fitted points, evolves T* steps under the frozen rule beside them, and takes
/// the label to which the readout's affinity ties it most. The fitted cells do not react, so a
/// point's answer does not depend on which others are asked about. `options` are those of the fit,
/// on a kNN graph.
Prediction predict(const Rule& rule, const Fitted& fitted, PointsView points,
                   const Options& options = {}, const Observer& observer = {});

}  // namespace gnac
