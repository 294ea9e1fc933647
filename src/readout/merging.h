#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/tree.h"
#include "support/team.h"

namespace gnac::detail {

/// Average linkage on a graph: from single nodes on, the two clusters a, b with the largest
/// w_ab/(v_a·v_b) merge, w_ab being the affinity between them and v their volumes, the sums of
/// their nodes' degrees (Bonald, Charpentier, Galland and Hollocou, "Hierarchical graph clustering
/// using node pair sampling", 2018). No eigenvectors, no starts, one run for any number of
/// clusters.
///
/// Returns nodes - components links, the strongest first: joining the ends of the first n - K of
/// them gives the K clusters. Strengths of equal size keep the order of merging. By chains of
/// nearest neighbours, which this linkage allows; ties to the lowest number.
std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     Team& team);

/// Exactly K clusters from merges: small components are absorbed whole, the others merge, the
/// strongest first, and where they are still more than K, over the narrowest bridges. Labels by
/// first appearance.
std::vector<std::int32_t> merge_cut(std::span<const TreeLink> merges, const Graph& graph,
                                    const std::vector<Bridge>& bridges, int clusters);

}  // namespace gnac::detail
