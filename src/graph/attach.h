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
/// that it would have if this new cell alone were added to the fitted graph. Weights are zero: only
/// training needs them.
struct Attachment {
  std::vector<std::int32_t> hosts;  ///< rows of the fitted points, ascending
  Points points;                    ///< hosts, then new cells
  Graph graph;
};

/// `lists` are the neighbours N(j) of the fitted points; `ties` are the fitted neighbours of the
/// new points. k is the requested number of neighbours.
Attachment attach(PointsView fitted, const NeighborLists& lists, PointsView points,
                  const NeighborLists& ties, int k, Team& team);

/// A fitted graph with what its features are computed from; all borrowed, computed once per fit.
struct FittedCells {
  const Graph& graph;
  PointsView points;
  const CellScales& scales;
  const ScaleFree& features;
};

/// The scale-free features of an attachment, for the nodes and edges of its graph: hosts keep those
/// of the fit; a new cell and its edges have those that they would have if it alone were added to
/// the fitted graph, whose own scales stay. `points` are the new points (coordinates are not read
/// in FeatureSet::graph), `degrees` the degrees that they would have (degrees_if_added()).
ScaleFree attached_features(const FittedCells& fitted, const Attachment& attachment,
                            PointsView points, const NeighborLists& ties,
                            std::span<const std::int64_t> degrees, Team& team);

}  // namespace gnac::detail
