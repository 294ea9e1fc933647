#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac {

/// New cells tied to the fitted cells nearest to them. Nodes of `graph` are the hosts, in the order
/// of their rows, then the new cells; every edge joins a host and a new cell, and has the geometry
/// that it would have if the new cell were added to the fitted graph alone. Weights are zero: they
/// serve training only.
struct Attachment {
  std::vector<std::int32_t> hosts;  ///< rows of the fitted points, ascending
  Points points;                    ///< hosts, then new cells
  Graph graph;
};

/// `lists` are the neighbours N(j) of the fitted points; `ties` those of the new points among them.
/// k is the number of neighbours that was asked for.
Attachment attach(PointsView fitted, const NeighbourLists& lists, PointsView points,
                  const NeighbourLists& ties, int k, Team& team);

}  // namespace gnac
