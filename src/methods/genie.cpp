#include "methods/baselines.h"
#include "methods/genie_tree.h"
#include "methods/spatial/mst.h"

namespace gnac::detail {

MethodRun run_genie(PointsView points, int clusters, const MethodOptions& options, std::uint64_t,
                    Team& team) {
  const auto edges = euclidean_mst(points, team);
  return {.labels = genie_labels(edges, points.n, clusters, options.genie.gini), .facts = {}};
}

MethodRun run_single(PointsView points, int clusters, const MethodOptions&, std::uint64_t,
                     Team& team) {
  // Single linkage is the spanning tree without its longest edges, i.e. Genie without a limit.
  const auto edges = euclidean_mst(points, team);
  return {.labels = genie_labels(edges, points.n, clusters, 1.0), .facts = {}};
}

}  // namespace gnac::detail
