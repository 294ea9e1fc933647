#pragma once

#include <vector>

#include "distributed/comm.h"
#include "distributed/local_graph.h"
#include "gnac/rule.h"
#include "graph/scale_free.h"
#include "support/team.h"

namespace gnac::detail {

/// The features of all local cells and edges, as scale_free() computes them for the whole graph.
/// Those of ghosts come from their own ranks.
ScaleFree distributed_features(Comm& comm, const LocalGraph& local, FeatureSet set, Team& team);

/// The conductance of every local edge after the rule's steps. Ghosts' states come from their own
/// ranks after every step. The rule runs on its own copy of the graph's adjacency, which is freed
/// meanwhile and built again at the end.
std::vector<float> distributed_evolve(Comm& comm, LocalGraph& local, ScaleFree features,
                                      const Rule& rule, Team& team);

}  // namespace gnac::detail
