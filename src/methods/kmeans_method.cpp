#include <algorithm>

#include "gnac/model.h"
#include "methods/baselines.h"
#include "metrics/internal.h"
#include "readout/kmeans.h"
#include "support/random.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

MethodRun into(PointsView points, int clusters, const KMeansSettings& o, std::uint64_t seed,
               Team& team) {
  auto result = kmeans(points, clusters,
                       {.starts = o.starts,
                        .max_iterations = o.max_iterations,
                        .tolerance = o.tolerance,
                        .seed = seed,
                        .stream = Stream::method},
                       team);
  return {.labels = std::move(result.labels),
          .facts = {{"inertia", result.inertia},
                    {"iterations", static_cast<double>(result.iterations)}}};
}

/// At most kExcerpt rows, drawn without replacement, ascending.
std::vector<std::int64_t> excerpt(std::int64_t n, std::uint64_t seed) {
  constexpr std::int64_t kExcerpt = 1000;
  std::vector<std::int64_t> rows(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) rows[i] = i;
  if (n <= kExcerpt) return rows;
  Draws draws(seed, Stream::study);
  for (std::int64_t i = 0; i < kExcerpt; ++i)
    std::swap(rows[i],
              rows[i + static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(n - i)))]);
  rows.resize(kExcerpt);
  std::ranges::sort(rows);
  return rows;
}

/// The silhouette of some of the points among themselves; below every silhouette if they do not
/// have at least two clusters and a point more.
double silhouette_among(PointsView points, std::span<const std::int64_t> rows,
                        std::span<const std::int32_t> labels, Team& team) {
  Points chosen{{}, std::ssize(rows), points.d};
  std::vector<std::int32_t> own;
  for (const std::int64_t i : rows) {
    chosen.values.insert(chosen.values.end(), points.row(i).begin(), points.row(i).end());
    own.push_back(labels[i]);
  }
  const auto clusters = std::ssize(relabel_by_appearance(own, points.n));
  if (clusters < 2 || clusters >= chosen.n) return -2;
  return silhouette(chosen, own, team);
}

/// A silhouette needs two clusters, so the answer is one only if the points allow no other.
MethodRun by_silhouette(PointsView points, const KMeansSettings& o, std::uint64_t seed,
                        Team& team) {
  const auto rows = excerpt(points.n, seed);
  const std::int64_t most = std::min<std::int64_t>(o.max_clusters, points.n - 1);
  MethodRun best = into(points, 1, o, seed, team);
  double highest = -2;
  for (int k = 2; k <= most; ++k) {
    MethodRun run = into(points, k, o, seed, team);
    const double now = silhouette_among(points, rows, run.labels, team);
    team.advance(static_cast<double>(k) / static_cast<double>(most));
    if (!(now > highest)) continue;
    highest = now;
    best = std::move(run);
    best.facts.push_back({"silhouette", now});
  }
  return best;
}

}  // namespace

MethodRun run_kmeans(PointsView points, int clusters, const MethodOptions& options,
                     std::uint64_t seed, Team& team) {
  if (clusters == kChooseClusters) return by_silhouette(points, options.kmeans, seed, team);
  return into(points, clusters, options.kmeans, seed, team);
}

}  // namespace gnac::detail
