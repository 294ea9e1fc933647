#include "graph/intrinsic_dimension.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gnac::detail {

double intrinsic_dimension(const Graph& graph) {
  std::int64_t k = graph.nodes;
  for (std::int64_t v = 0; v < graph.nodes; ++v) k = std::min(k, graph.degree(v));
  if (k < 3) return 0;
  double inverse = 0;
  std::int64_t counted = 0;
  std::vector<double> distance;
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    distance.clear();
    for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e)
      distance.push_back(graph.distance[graph.edge_of[e]]);
    std::partial_sort(distance.begin(), distance.begin() + k, distance.end());
    if (distance.front() <= 0) continue;
    double sum = 0;
    for (std::int64_t e = 0; e + 1 < k; ++e) sum += std::log(distance[k - 1] / distance[e]);
    if (!(sum > 0)) continue;
    inverse += sum / static_cast<double>(k - 2);
    ++counted;
  }
  if (2 * counted < graph.nodes) return 0;  // most have neighbours at their own place
  return static_cast<double>(counted) / inverse;
}

}  // namespace gnac::detail
