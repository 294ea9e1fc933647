#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The label of each new cell: the one to which the affinities of its ties, `affinity` per entry of
/// `ties`, add up to most. Equal sums: the label of the nearest neighbour among them.
std::vector<std::int32_t> vote(const NeighbourLists& ties, std::span<const double> affinity,
                               std::span<const std::int32_t> labels, Team& team);

/// Where values would rank among `known`, as the readout ranks edges (affinity_of_rank): the number
/// of known values that are smaller.
class Ranking {
 public:
  explicit Ranking(std::span<const double> known);
  double affinity(double value) const;

 private:
  std::vector<double> sorted_;
};

}  // namespace gnac::detail
