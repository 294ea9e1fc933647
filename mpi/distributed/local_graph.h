#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distribute.h"
#include "distributed/halo.h"
#include "distributed/neighbours.h"
#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// A rank's part of the graph: its own points, the ghosts that have an edge with one of them,
/// and every edge with an own end. Nodes are numbered by ascending id, so that loops over
/// neighbours or edges run in the same order as in the whole graph.
struct LocalGraph {
  std::vector<std::int32_t> id;     ///< per node: row in the input
  std::vector<std::int32_t> owner;  ///< per node: rank
  std::vector<char> own;            ///< per node: whether it is an own point
  std::vector<std::int32_t> node;   ///< per own point: its node
  Points rows;  ///< the nodes' coordinates, then those of ghosts' neighbours that are not nodes
  Graph graph;  ///< its lists are complete and may name rows beyond the nodes; weights, σ and the
                ///< normalised distance are not set
  Halo halo;
};

LocalGraph build_local_graph(Comm& comm, const OwnPoints& own, OwnNeighbours neighbours,
                             Team& team);

}  // namespace gnac::detail
