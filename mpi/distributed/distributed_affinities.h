#pragma once

#include <span>
#include <vector>

#include "distributed/comm.h"
#include "distributed/local_graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The affinity of every local edge, as conductance_affinity() computes it for the whole graph: its
/// distance is ranked among the edges of all ranks, equal ones by (i, j).
std::vector<double> distributed_affinities(Comm& comm, const LocalGraph& local,
                                           std::span<const float> conductance, Team& team);

}  // namespace gnac::detail
