#include <algorithm>

#include "graph/nearest.h"
#include "methods/baselines.h"
#include "methods/hdbscan/density_tree.h"

namespace gnac::detail {
namespace {

Points rows_of(PointsView points, std::span<const std::int64_t> rows) {
  Points chosen{{}, std::ssize(rows), points.d};
  for (const std::int64_t i : rows)
    chosen.values.insert(chosen.values.end(), points.row(i).begin(), points.row(i).end());
  return chosen;
}

/// Gives the points without a label that of the nearest point with one, and returns their rows.
std::vector<std::int64_t> join_noise(PointsView points, std::vector<std::int32_t>& labels,
                                     Team& team) {
  std::vector<std::int64_t> noise, others;
  for (std::int64_t i = 0; i < points.n; ++i) (labels[i] < 0 ? noise : others).push_back(i);
  if (noise.empty()) return noise;
  const FittedIndex index = index_fitted(rows_of(points, others), {}, Metric::euclidean);
  const NeighborLists next = nearest(rows_of(points, noise), index, 1, team);
  for (std::int64_t i = 0; i < std::ssize(noise); ++i)
    labels[noise[i]] = labels[others[next.indices(i).front()]];
  return noise;
}

}  // namespace

MethodRun run_hdbscan(PointsView points, int, const MethodOptions& options, std::uint64_t,
                      Team& team) {
  const HdbscanSettings& o = options.hdbscan;
  const int samples = o.min_samples > 0 ? o.min_samples : o.min_cluster_size;
  const auto edges = reachability_mst(points, samples, team);
  MethodRun run{.labels = most_stable(density_tree(edges, points.n, o.min_cluster_size))};
  if (std::ranges::max(run.labels) < 0) {  // nothing stands out of the whole
    std::ranges::fill(run.labels, 0);
  } else {
    run.noise = join_noise(points, run.labels, team);
  }
  run.facts.push_back({"noise", static_cast<double>(run.noise.size())});
  if (o.noise == Noise::join) run.noise.clear();
  return run;
}

}  // namespace gnac::detail
