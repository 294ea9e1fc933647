#include "readout/kmeans.h"

#include <cassert>

#include "readout/kmeans_start.h"
#include "readout/lloyd.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

// Above this many points one start has enough blocks to keep every thread busy; below, the starts
// run in parallel. The answer is the same either way.
constexpr std::int64_t kThreadedStart = 32768;

/// Mean over the columns of their variance (divisor n).
double mean_variance(PointsView points) {
  double total = 0;
  for (std::int64_t c = 0; c < points.d; ++c) {
    double sum = 0;
    for (std::int64_t i = 0; i < points.n; ++i) sum += points(i, c);
    const double mean = sum / static_cast<double>(points.n);
    double squares = 0;
    for (std::int64_t i = 0; i < points.n; ++i) {
      squares += (points(i, c) - mean) * (points(i, c) - mean);
    }
    total += squares / static_cast<double>(points.n);
  }
  return total / static_cast<double>(points.d);
}

}  // namespace

KMeansResult kmeans(PointsView points, int clusters, const KMeansOptions& options, Team& team) {
  assert(clusters >= 1 && clusters <= points.n && options.starts >= 1);
  const double tolerance = options.tolerance * mean_variance(points);
  std::vector<LloydResult> runs(static_cast<std::size_t>(options.starts));
  std::vector<double> inertia_of(runs.size());
  const auto start = [&](std::int64_t s, Team* inner) {
    const Draws draws(options.seed, options.stream, options.part + static_cast<std::uint32_t>(s));
    auto centres = kmeans_start(points, clusters, draws, inner);
    runs[s] = lloyd(points, std::move(centres), options.max_iterations, tolerance, inner);
    inertia_of[s] = inertia(points, runs[s], inner);
  };
  if (points.n >= kThreadedStart || options.starts == 1) {
    for (int s = 0; s < options.starts; ++s) start(s, &team);
  } else {
    team.for_each(options.starts, [&](std::int64_t s) { start(s, nullptr); });
  }
  std::size_t best = 0;
  for (std::size_t s = 1; s < runs.size(); ++s) {
    if (inertia_of[s] < inertia_of[best]) best = s;
  }

  KMeansResult result;
  result.labels = std::move(runs[best].labels);
  result.inertia = inertia_of[best];
  result.iterations = runs[best].iterations;
  const auto old_of_new = relabel_by_appearance(result.labels, clusters);
  result.centres.reserve(runs[best].centres.size());
  for (const std::int32_t old : old_of_new) {
    const auto from = runs[best].centres.begin() + old * points.d;
    result.centres.insert(result.centres.end(), from, from + points.d);
  }
  return result;
}

}  // namespace gnac::detail
