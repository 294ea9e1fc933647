#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/spectrum.h"
#include "gnac/graph.h"
#include "readout/absorb.h"
#include "support/team.h"

namespace gnac::detail {

/// spectral_cut() of what the ranks have together: exactly K labels in the order of the input, at
/// the root. `graph` and `bridges` are looked at there only; of the graph, its components. What a
/// rank adds up in another order than one machine can tell a label only where that is a tie.
std::vector<std::int32_t> cut_together(Comm& comm, TogetherSpectrum found, const Graph& graph,
                                       const std::vector<Bridge>& bridges, int clusters,
                                       Team& team);

}  // namespace gnac::detail
