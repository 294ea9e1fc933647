#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "graph/scale_free.h"
#include "graph/scale_free/cell_scales.h"
#include "support/team.h"

namespace gnac::detail {

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

/// A fitted graph with what its features rest on; all borrowed, computed once per fit.
struct FittedCells {
  const Graph& graph;
  PointsView points;
  const CellScales& scales;
  const ScaleFree& features;
};

/// The scale-free features of an attachment, for the nodes and edges of its graph: hosts have those
/// of the fit; a new cell and its edges have those that they would have if it were added to the
/// fitted graph alone, whose own scales stay. `points` are the new points (coordinates are not read
/// in FeatureSet::graph), `degrees` the degrees that they would have (degrees_if_added()).
ScaleFree attached_features(const FittedCells& fitted, const Attachment& attachment,
                            PointsView points, const NeighbourLists& ties,
                            std::span<const std::int64_t> degrees, Team& team);

}  // namespace gnac::detail
