#include "methods/baselines.h"
#include "methods/linkage/matrix_linkage.h"
#include "methods/linkage/ward.h"

namespace gnac::detail {

MethodRun run_ward(PointsView points, int clusters, const MethodOptions&, std::uint64_t,
                   Team& team) {
  return {.labels = cut_dendrogram(ward_merges(points, {}, team), points.n, clusters), .facts = {}};
}

MethodRun run_average(PointsView points, int clusters, const MethodOptions&, std::uint64_t,
                      Team& team) {
  auto merges = matrix_merges(points, Linkage::average, team);
  return {.labels = cut_dendrogram(std::move(merges), points.n, clusters), .facts = {}};
}

MethodRun run_complete(PointsView points, int clusters, const MethodOptions&, std::uint64_t,
                       Team& team) {
  auto merges = matrix_merges(points, Linkage::complete, team);
  return {.labels = cut_dendrogram(std::move(merges), points.n, clusters), .facts = {}};
}

}  // namespace gnac::detail
