#include "readout/boundaries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gnac::detail {

double cut_alpha(const Graph& graph, std::span<const float> conductance,
                 std::span<const std::int32_t> labels) {
  double sum = 0;
  std::int64_t count = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (labels[graph.edges[e].i] == labels[graph.edges[e].j]) continue;
    sum += static_cast<double>(conductance[e]);
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

CutEdges cut_edges(const Graph& graph, std::span<const float> conductance,
                   std::span<const std::int32_t> labels) {
  constexpr double kLeast = 1e-3;  // a single edge must not decide a likelihood
  CutEdges sum{.alpha = cut_alpha(graph, conductance, labels)};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (labels[graph.edges[e].i] == labels[graph.edges[e].j]) continue;
    const double a = std::clamp(static_cast<double>(conductance[e]), kLeast, 1 - kLeast);
    sum.log_odds += std::log((1 - a) / a);
  }
  if (!graph.edges.empty()) sum.log_odds /= static_cast<double>(graph.edges.size());
  return sum;
}

bool small_are_separate(const Graph& graph, std::span<const std::int32_t> labels, int clusters,
                        double share) {
  constexpr std::int64_t kFewest = 3;
  constexpr double kTwice = 2, kNone = std::numeric_limits<double>::infinity();
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t label : labels) ++size[label];
  const double least = share * static_cast<double>(graph.nodes) / clusters;
  const auto small = [&](std::int32_t c) { return static_cast<double>(size[c]) < least; };
  for (const std::int64_t points : size)
    if (static_cast<double>(points) < least && points < kFewest) return false;

  // Per node, the distance to the nearest node, and to the nearest of its own cluster.
  std::vector<double> nearest(labels.size(), kNone), nearest_inside(labels.size(), kNone);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    const double distance = graph.distance[e];
    const bool inside = labels[i] == labels[j];
    for (const std::int32_t v : {i, j}) {
      nearest[v] = std::min(nearest[v], distance);
      if (inside) nearest_inside[v] = std::min(nearest_inside[v], distance);
    }
  }
  std::vector<double> widest(size.size(), 0.0);  // the largest of nearest_inside by cluster
  for (std::size_t v = 0; v < labels.size(); ++v)
    widest[labels[v]] = std::max(widest[labels[v]], nearest_inside[v]);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    if (labels[i] == labels[j]) continue;
    const auto close = [&](std::int32_t own, std::int32_t outer) {
      return small(labels[own]) &&
             graph.distance[e] < kTwice * std::max(widest[labels[own]], nearest[outer]);
    };
    if (close(i, j) || close(j, i)) return false;
  }
  return true;
}

}  // namespace gnac::detail
