#include "gnac/cluster.h"

#include "methods/baselines.h"

namespace gnac {

MethodRun run_gnac(PointsView points, int clusters, const MethodOptions& options,
                   std::uint64_t seed, Team& team) {
  Options own = options.gnac;
  own.seed = seed;
  own.threads = team.size();
  // Progress goes on to whoever watches this team; a wish to stop comes back as its exception.
  Result result = cluster(points, clusters, own, [&](const Progress& progress) {
    team.report(progress);
    return true;
  });
  return {.labels = std::move(result.labels),
          .facts = {{"loss", result.training.history.empty()
                                 ? 0.0
                                 : result.training.history[result.training.best_epoch - 1].total},
                    {"steps", static_cast<double>(result.evolution.steps)},
                    {"components", static_cast<double>(result.components)}}};
}

}  // namespace gnac
