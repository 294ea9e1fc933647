#include "methods/spatial/mst.h"

#include <cmath>
#include <numeric>

#include "readout/spanning.h"

namespace gnac::detail {

std::vector<MstEdge> euclidean_mst(PointsView points, Team& team) {
  std::vector<std::int32_t> own(points.n);
  std::iota(own.begin(), own.end(), 0);
  std::vector<MstEdge> edges;
  edges.reserve(points.n);
  for (const auto& link : spanning_links(points, own, static_cast<std::int32_t>(points.n), team)) {
    edges.push_back({link.i, link.j, std::sqrt(link.squared)});
  }
  return edges;
}

}  // namespace gnac::detail
