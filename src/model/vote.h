#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The label of each new cell: the one with the largest sum of affinities over its ties (`affinity`
/// is per entry of `ties`). Among equal sums, the label of the nearest neighbour.
std::vector<std::int32_t> vote(const NeighborLists& ties, std::span<const double> affinity,
                               std::span<const std::int32_t> labels, Team& team);

/// The ranks that values would have among `known`, as the readout ranks edges (affinity_of_rank):
/// the number of smaller known values.
class Ranking {
 public:
  explicit Ranking(std::span<const double> known);
  double affinity(double value) const;

 private:
  std::vector<double> sorted_;
};

}  // namespace gnac::detail
