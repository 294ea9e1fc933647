#pragma once

#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/rule.h"
#include "graph/attach.h"
#include "support/team.h"

namespace gnac {

/// z of the new cells after `steps` steps, new cells × d_z. The fitted cells evolve as they did in
/// the fit; a new cell starts from ξ = 0, the mean of the stochastic seed, and takes its messages
/// from its hosts. Nothing flows back, so that a new cell's state depends on no other new cell (to
/// the rounding of a sum whose order follows the layout in memory).
std::vector<float> evolve_joined(const Rule& rule, PointsView fitted, const Graph& graph,
                                 const Attachment& attachment, int steps, const Options& options,
                                 Team& team);

}  // namespace gnac
