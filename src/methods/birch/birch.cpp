#include <algorithm>

#include "graph/knn.h"
#include "methods/baselines.h"
#include "methods/birch/cf_tree.h"
#include "methods/exactly_k.h"
#include "methods/linkage/ward.h"

namespace gnac::detail {
namespace {

/// Each point takes the label of the nearest centroid; the first among equals.
std::vector<std::int32_t> label_by_nearest(PointsView points, PointsView centroids,
                                           const std::vector<std::int32_t>& label, Team& team) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(points.n));
  team.for_blocks(points.n, 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const double* x = points.row(i).data();
      std::int64_t best = 0;
      double least = squared_distance(x, centroids.data, points.d);
      for (std::int64_t s = 1; s < centroids.n; ++s) {
        const double distance = squared_distance(x, centroids.row(s).data(), points.d);
        if (distance < least) {
          least = distance;
          best = s;
        }
      }
      labels[i] = label[best];
    }
  });
  return labels;
}

}  // namespace

MethodRun run_birch(PointsView points, int clusters, const MethodOptions& options, std::uint64_t,
                    Team& team) {
  // With fewer subclusters than clusters, lower the threshold until there are enough, finally to 0,
  // where only equal points share a subcluster.
  constexpr int kHalvings = 30;
  double threshold = options.birch.threshold;
  Subclusters leaves = cf_tree_leaves(points, threshold, options.birch.branching, team);
  for (int h = 0; leaves.centroids.n < clusters && threshold > 0; ++h) {
    threshold = h < kHalvings ? threshold / 2 : 0;
    leaves = cf_tree_leaves(points, threshold, options.birch.branching, team);
  }
  const std::int64_t found = leaves.centroids.n;
  const int groups = static_cast<int>(std::min<std::int64_t>(clusters, found));
  const auto group = cut_dendrogram(ward_merges(leaves.centroids, {}, team), found, groups);
  MethodRun run{.labels = label_by_nearest(points, leaves.centroids, group, team),
                .facts = {{"subclusters", static_cast<double>(found)}, {"threshold", threshold}}};
  split_to(points, clusters, run.labels);
  return run;
}

}  // namespace gnac::detail
