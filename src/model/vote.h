#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac {

/// Domain states, rows of d_z values.
struct States {
  std::span<const float> values;
  int columns = 0;

  double distance(std::int64_t i, const States& other, std::int64_t j) const;
};

/// The label of each new cell: that of the neighbours to which the readout's affinity ties it most.
/// An edge's affinity is that of its rank in domain space among the fitted graph's edges. Equal sums: the label of the nearest neighbour among them.
std::vector<std::int32_t> vote(const Graph& fitted, const States& fitted_states,
                               std::span<const std::int32_t> labels, const NeighbourLists& ties,
                               const States& states, Team& team);

}  // namespace gnac
