#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/tree.h"
#include "support/team.h"

namespace gnac::detail {

/// Average linkage on a graph: starting from single nodes, the two clusters a, b with the largest
/// w_ab/(v_a·v_b) merge, where w_ab is the affinity between them and v is a cluster's volume, the
/// sum of its nodes' degrees (Bonald, Charpentier, Galland and Hollocou, "Hierarchical graph
/// clustering using node pair sampling", 2018). It needs no eigenvectors and no random starts, and
/// one run gives any number of clusters.
///
/// Returns nodes - components links, the strongest first: joining the ends of the first n - K of
/// them gives the K clusters. Equal strengths keep the order of merging. Uses nearest-neighbour
/// chains, which this linkage allows; ties go to the lowest number.
std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     Team& team);

/// The same for nodes that are clusters themselves, with a volume each that includes the edges
/// inside.
std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     std::vector<double> volume, Team& team);

/// Exactly K clusters from merges: small components are absorbed whole; the others merge, strongest
/// first, and if more than K are left, over the narrowest bridges. Labels by first appearance.
/// With `pieces` > K there are that many, or as many components as are kept if those are more.
std::vector<std::int32_t> merge_cut(std::span<const TreeLink> merges, const Graph& graph,
                                    const std::vector<Bridge>& bridges, int clusters,
                                    int pieces = 0);

}  // namespace gnac::detail
