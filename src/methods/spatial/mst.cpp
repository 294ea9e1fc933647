#include "methods/spatial/mst.h"

#include <cmath>
#include <numeric>

#include "graph/knn.h"
#include "readout/spanning.h"

namespace gnac::detail {
namespace {

std::vector<MstEdge> tree_of(PointsView points, std::span<const double> core, Team& team) {
  std::vector<std::int32_t> own(points.n);
  std::iota(own.begin(), own.end(), 0);
  std::vector<MstEdge> edges;
  edges.reserve(points.n);
  const auto n = static_cast<std::int32_t>(points.n);
  for (const auto& link : spanning_links(points, own, n, team, core))
    edges.push_back({link.i, link.j, std::sqrt(link.squared)});
  return edges;
}

}  // namespace

std::vector<MstEdge> euclidean_mst(PointsView points, Team& team) {
  return tree_of(points, {}, team);
}

std::vector<MstEdge> reachability_mst(PointsView points, int samples, Team& team) {
  if (samples < 2 || points.n < 2) return euclidean_mst(points, team);
  const NeighborLists lists = knn(points, samples - 1, team);
  std::vector<double> core(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) {
    // Squared again from the points: the square of a root is not the number itself, and pairs at
    // exactly the core distance must stay so.
    const std::int32_t last = lists.indices(i).back();
    core[i] = squared_distance(points.row(i).data(), points.row(last).data(), points.d);
  }
  return tree_of(points, core, team);
}

}  // namespace gnac::detail
