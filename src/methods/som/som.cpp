#include <algorithm>
#include <cmath>

#include "methods/baselines.h"
#include "methods/exactly_k.h"
#include "methods/linkage/ward.h"
#include "methods/som/map.h"

namespace gnac::detail {
namespace {

/// Vesanto's rule of thumb, at least four units per cluster, no more than points.
std::int64_t default_units(std::int64_t n, int clusters) {
  const auto rule = std::llround(5 * std::sqrt(static_cast<double>(n)));
  return std::min<std::int64_t>(n, std::max<std::int64_t>(rule, 4 * std::int64_t{clusters}));
}

}  // namespace

MethodRun run_som(PointsView points, int clusters, const MethodOptions& options, std::uint64_t,
                  Team& team) {
  const SomSettings& o = options.som;
  const std::int64_t units = o.units > 0 ? o.units : default_units(points.n, clusters);
  const SomMap map = train_som(points, units, o.epochs, o.radius, team);
  // Units that won points are merged by Ward's criterion, weighted by the number of points won.
  std::vector<std::int32_t> place(static_cast<std::size_t>(map.codebook.n), -1);
  Points won{.values = {}, .n = 0, .d = points.d};
  std::vector<double> hits;
  for (const std::int32_t u : map.unit) {
    if (place[u] < 0) {
      place[u] = static_cast<std::int32_t>(won.n++);
      const auto at = map.codebook.row(u);
      won.values.insert(won.values.end(), at.begin(), at.end());
      hits.push_back(0);
    }
    hits[place[u]] += 1;
  }
  const int groups = static_cast<int>(std::min<std::int64_t>(clusters, won.n));
  const auto group = cut_dendrogram(ward_merges(won, hits, team), won.n, groups);
  MethodRun run{.labels = {},
                .facts = {{"rows", static_cast<double>(map.rows)},
                          {"columns", static_cast<double>(map.columns)},
                          {"units_used", static_cast<double>(won.n)}}};
  run.labels.reserve(map.unit.size());
  for (const std::int32_t u : map.unit) run.labels.push_back(group[place[u]]);
  split_to(points, clusters, run.labels);
  return run;
}

}  // namespace gnac::detail
