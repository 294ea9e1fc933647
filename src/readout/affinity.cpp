#include "readout/affinity.h"

#include <fmt/format.h>

#include <cmath>

#include "gnac/error.h"
#include "support/ranking.h"

namespace gnac::detail {

std::vector<double> rank_affinity(std::span<const double> distance, Team& team) {
  const auto edges = std::ssize(distance);
  const auto nan =
      std::find_if(distance.begin(), distance.end(), [](double d) { return std::isnan(d); });
  if (nan != distance.end()) {
    throw Error(fmt::format("the distance of edge {} is not a number", nan - distance.begin()));
  }
  const auto order = stable_order(distance, team);
  std::vector<double> affinity(edges);
  team.for_blocks(edges, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto r = begin; r < end; ++r) affinity[order[r]] = affinity_of_rank(r, edges);
  });
  return affinity;
}

std::vector<double> conductance_affinity(std::span<const float> conductance,
                                         std::span<const double> rank_affinity, Team& team) {
  if (conductance.size() != rank_affinity.size()) {
    throw Error(fmt::format("{} conductances were given for a graph of {} edges",
                            conductance.size(), rank_affinity.size()));
  }
  const auto bad = std::find_if(conductance.begin(), conductance.end(),
                                [](float a) { return !(a >= 0 && a <= 1); });
  if (bad != conductance.end()) {
    throw Error(fmt::format("the conductance of edge {} is {}, not a number from 0 to 1",
                            bad - conductance.begin(), *bad));
  }
  std::vector<double> affinity(rank_affinity.begin(), rank_affinity.end());
  team.for_blocks(std::ssize(affinity), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto e = begin; e < end; ++e) {
      affinity[e] = affinity_of(conductance[e], affinity[e]);
    }
  });
  return affinity;
}

}  // namespace gnac::detail
