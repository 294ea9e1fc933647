#pragma once

#include <span>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "gnac/stages.h"
#include "support/team.h"

namespace gnac::detail {

/// Ways to partition a graph with edge distances. The first is the method's own; the others
/// are controls.
enum class ControlReadout {
  per_component,  ///< readout/partition.h
  plain,          ///< ranks as usual; one embedding of all points, as from a plain eigensolver
  bare,           ///< every edge has the same weight: spectral clustering of the graph's support
};

/// The quantity that a partition is read from.
struct ReadoutSource {
  const Graph& graph;
  PointsView points;
  std::span<const double> edge_distance;
  const Options& options;
  ControlReadout readout = ControlReadout::per_component;
};

Partition partition_from(const ReadoutSource& source, int clusters, Team& team);

}  // namespace gnac::detail
