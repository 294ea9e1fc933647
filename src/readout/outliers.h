#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// How little each node belongs to any cluster, in [0, 1].
///
/// The sum of three terms. First, the log of how much denser the neighbours of its neighbours are
/// than the node itself: the local outlier factor (Breunig, Kriegel, Ng and Sander 2000) with a
/// wider circle, which also detects small groups of noise. Second, half the log of the distance to
/// the fifth neighbour over its median among all nodes, if positive. Third, half of what its edges
/// lack of full conductance, because the rule hardly lets noise conduct. The sum is measured from
/// its median in units of the interquartile range; `kUsual` of them score 0.5. Fitted to synthetic
/// problems with noise (docs/readout.md). A node without neighbours scores 1.
///
/// `conductance` is per edge; empty without a rule.
std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   Team& team);

}  // namespace gnac::detail
