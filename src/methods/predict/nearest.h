#pragma once

#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac {

/// The min(k, N) points of `among` nearest to each point of `of`, exactly, ascending by
/// (d², index). Values must be finite. A tree in low dimension; every pair in high.
NeighbourLists nearest(PointsView of, PointsView among, int k, Team& team);

}  // namespace gnac
