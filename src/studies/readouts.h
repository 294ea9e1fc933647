#pragma once

#include <span>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "gnac/stages.h"
#include "support/team.h"

namespace gnac::detail {

/// Ways to a partition from a graph with edge distances. The first is the method's own; the others
/// are controls.
enum class ControlReadout {
  per_component,  ///< readout/partition.h
  plain,          ///< ranks as ever; one embedding of all points, as a plain eigensolver gives it
  bare,           ///< every edge weighs the same: spectral clustering of the graph's support
};

Partition read_partition(ControlReadout readout, const Graph& graph, PointsView points,
                         std::span<const double> edge_distance, int clusters,
                         const Options& options, Team& team);

}  // namespace gnac::detail
