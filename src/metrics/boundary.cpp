#include "gnac/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gnac/error.h"

namespace gnac {

double boundary_auc(std::span<const Edge> edges, std::span<const double> distance,
                    std::span<const std::int32_t> reference, std::optional<std::int32_t> noise) {
  if (edges.size() != distance.size()) {
    throw Error("there are " + std::to_string(edges.size()) + " edges but " +
                std::to_string(distance.size()) + " edge distances; give one per edge");
  }
  std::vector<std::pair<double, bool>> kept;  // distance, crosses a boundary
  kept.reserve(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [i, j] = edges[e];
    if (std::min(i, j) < 0 || std::max(i, j) >= std::ssize(reference)) {
      throw Error("edge " + std::to_string(i) + "-" + std::to_string(j) +
                  " has no label: there are only " + std::to_string(reference.size()));
    }
    // Not in any order with the others: sorting would be undefined, and counting never end.
    if (std::isnan(distance[e]))
      throw Error("the distance of edge " + std::to_string(i) + "-" + std::to_string(j) +
                  " is not a number; leave such edges out");
    if (reference[i] == noise || reference[j] == noise) continue;
    kept.emplace_back(distance[e], reference[i] != reference[j]);
  }
  std::sort(kept.begin(), kept.end());
  // Each boundary edge counts the interior edges below it, and half of those equal to it.
  double wins = 0;
  double interior = 0;
  double boundary = 0;
  for (std::size_t begin = 0; begin < kept.size();) {
    std::size_t end = begin;
    double crossing = 0;
    while (end < kept.size() && kept[end].first == kept[begin].first)
      crossing += kept[end++].second;
    const double inside = static_cast<double>(end - begin) - crossing;
    wins += crossing * (interior + inside / 2);
    interior += inside;
    boundary += crossing;
    begin = end;
  }
  if (interior == 0 || boundary == 0) return std::numeric_limits<double>::quiet_NaN();
  return wins / (interior * boundary);
}

}  // namespace gnac
