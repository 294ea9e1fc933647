#include "readout/boundaries.h"

#include <algorithm>
#include <cmath>

namespace gnac::detail {

CutEdges cut_edges(const Graph& graph, std::span<const float> conductance,
                   std::span<const std::int32_t> labels) {
  constexpr double kLeast = 1e-3;  // a single edge must not decide a likelihood
  CutEdges sum;
  std::int64_t count = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (labels[graph.edges[e].i] == labels[graph.edges[e].j]) continue;
    const auto alpha = static_cast<double>(conductance[e]);
    const double a = std::clamp(alpha, kLeast, 1 - kLeast);
    sum.alpha += alpha;
    sum.log_odds += std::log((1 - a) / a);
    ++count;
  }
  if (count > 0) sum.alpha /= static_cast<double>(count);
  if (!graph.edges.empty()) sum.log_odds /= static_cast<double>(graph.edges.size());
  return sum;
}

}  // namespace gnac::detail
