#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "readout/cut_graph.h"
#include "support/team.h"

namespace gnac::detail {

/// Average linkage with second thoughts. A node that merged early cannot leave its cluster, so
/// plain linkage keeps every early mistake. Here the merges stop at four times as many clusters as
/// are asked for, every node moves to the cluster that gains most from it, the clusters merge to
/// half their number, the nodes move again, and so on.
///
/// Cluster c gains t_c - γ·v·v_c from a node of volume v, where t_c is the affinity between them,
/// v_c the cluster's volume, and γ the strength w_ab/(v_a·v_b) of the merge that would come next.
/// That is modularity at the resolution at which this number of clusters is the right one
/// (Reichardt and Bornholdt, "Statistical mechanics of community detection", 2006).
///
/// Cuts into each of `numbers`, ascending: labels 0..K-1 by first appearance. Nothing is random.
std::vector<std::vector<std::int32_t>> community_cuts(const CutGraph& cut,
                                                      std::span<const int> numbers, Team& team);

/// The same for one number.
std::vector<std::int32_t> community_cut(const CutGraph& cut, int clusters, Team& team);

/// The same without slivers (sized_cut.h).
std::vector<std::int32_t> sized_community_cut(const CutGraph& cut, int clusters, Team& team);

}  // namespace gnac::detail
