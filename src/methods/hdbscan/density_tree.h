#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/spatial/mst.h"

// HDBSCAN on a spanning tree (Campello, Moulavi and Sander 2013).
namespace gnac::detail {

/// The pieces into which points fall, and at which density, as the allowed distance shrinks. Pieces
/// of fewer than `least` points leave their cluster; if at least two pieces are larger, the cluster
/// ends and each of them is a new one. Densities are reciprocal distances. Pairs at equal distances
/// come apart at the same moment, so the tree does not depend on the order of the points.
struct DensityTree {
  struct Cluster {
    std::int32_t parent = -1;  ///< an earlier cluster; -1 for the first, which holds every point
    double birth = 0;          ///< density at which it came to be
    double stability = 0;      ///< excess of mass: Σ over its points of density on leaving - birth
  };
  std::vector<Cluster> clusters;
  std::vector<std::int32_t> last;  ///< per point, the last cluster that it belonged to
};

/// `edges` are those of a spanning tree of n points, ascending by distance; least >= 2.
DensityTree density_tree(std::span<const MstEdge> edges, std::int64_t n, std::int64_t least);

/// The clusters of largest total stability of which none contains another, never the first one: the
/// label of each point, numbered from 0, and -1 for points outside of all of them.
std::vector<std::int32_t> most_stable(const DensityTree& tree);

}  // namespace gnac::detail
