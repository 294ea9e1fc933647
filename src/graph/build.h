#pragma once

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac {

/// build_graph() of the public API on a team that exists already.
Graph knn_graph(PointsView points, const Options& options, Team& team);

}  // namespace gnac
