#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distributed_spectrum.h"
#include "gnac/graph.h"
#include "readout/absorb.h"
#include "support/team.h"

namespace gnac::detail {

/// spectral_cut() over all ranks: exactly K labels in the order of the input, at the root. `graph`
/// (its components) and `bridges` are only used there. Sums run in a different order than on one
/// machine, which can change a label only at a tie.
std::vector<std::int32_t> distributed_cut(Comm& comm, DistributedSpectrum found, const Graph& graph,
                                          const std::vector<Bridge>& bridges, int clusters,
                                          Team& team);

}  // namespace gnac::detail
