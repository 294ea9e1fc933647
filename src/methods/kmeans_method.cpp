#include "methods/baselines.h"
#include "readout/kmeans.h"

namespace gnac::detail {

MethodRun run_kmeans(PointsView points, int clusters, const MethodOptions& options,
                     std::uint64_t seed, Team& team) {
  const KMeansSettings& o = options.kmeans;
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

}  // namespace gnac::detail
