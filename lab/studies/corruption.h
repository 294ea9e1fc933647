#pragma once

#include <cstdint>

#include "gnac/graph.h"
#include "graph/symmetrise.h"
#include "support/team.h"

namespace gnac::detail {

/// Damage to the directed neighbour relation before symmetrisation (paper, section on robustness).
struct Corruption {
  enum class Kind { delete_slots, rewire_slots };
  Kind kind = Kind::delete_slots;
  double fraction = 0;     ///< r: round(r·|N(i)|) slots of every node i
  std::uint64_t seed = 7;  ///< the slots of node i depend on (seed, i) only
};

/// The lists with the chosen slots deleted, or replaced by uniformly drawn non-neighbours: not the
/// node itself, nothing from its list, no repeats; if there are too few, all of them. A new slot
/// has the Euclidean distance of its points.
NeighborLists corrupt(const NeighborLists& lists, PointsView points, const Corruption& corruption,
                      Team& team);

/// The kNN graph of the points after corruption. σ and the local scales are those of the clean
/// graph; overlap and mutuality are those of the corrupted lists. Throws Error for a fraction
/// outside 0..1.
Graph corrupted_graph(PointsView points, const Options& options, const Corruption& corruption,
                      Team& team);

}  // namespace gnac::detail
