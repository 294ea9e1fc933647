#include "readout/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "gnac/error.h"
#include "support/ranking.h"

namespace gnac {

std::vector<double> rank_affinity(std::span<const double> distance, Team& team) {
  const auto edges = std::ssize(distance);
  const auto nan =
      std::find_if(distance.begin(), distance.end(), [](double d) { return std::isnan(d); });
  if (nan != distance.end()) {
    throw Error(fmt::format("the distance of edge {} is not a number", nan - distance.begin()));
  }
  const auto order = stable_order(distance, team);
  const double last = edges > 1 ? static_cast<double>(edges - 1) : 1.0;
  std::vector<double> affinity(edges);
  team.for_blocks(edges, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto r = begin; r < end; ++r) {
      affinity[order[r]] = std::max(1.0 - static_cast<double>(r) / last, kLeastAffinity);
    }
  });
  return affinity;
}

}  // namespace gnac
