#include "methods/baselines.h"
#include "methods/deep/deep_clustering.h"
#include "methods/exactly_k.h"

namespace gnac::detail {
namespace {

MethodRun run_deep(PointsView points, int clusters, const DeepSettings& settings, bool reconstruct,
                   std::uint64_t seed, Team& team) {
  auto result = deep_clustering(points, clusters, settings, reconstruct, seed, team);
  split_to(points, clusters, result.labels);
  return {.labels = std::move(result.labels),
          .facts = {{"reconstruction", result.reconstruction},
                    {"steps", static_cast<double>(result.steps)}}};
}

}  // namespace

MethodRun run_dec(PointsView points, int clusters, const MethodOptions& options, std::uint64_t seed,
                  Team& team) {
  return run_deep(points, clusters, options.dec, false, seed, team);
}

MethodRun run_idec(PointsView points, int clusters, const MethodOptions& options,
                   std::uint64_t seed, Team& team) {
  return run_deep(points, clusters, options.idec, true, seed, team);
}

}  // namespace gnac::detail
