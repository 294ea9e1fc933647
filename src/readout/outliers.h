#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// How little each node belongs to any cluster, in [0, 1].
///
/// Three terms are added. The log of how much denser the neighbours of its neighbours are than the
/// node itself: the local outlier factor (Breunig, Kriegel, Ng and Sander 2000) with a wider
/// circle, which sees small groups of noise. The log distance to its farthest neighbour against the
/// median of all nodes, if it is larger: background noise is as dense as the noise around it.
/// And twice what its edges lack of full conductance, for the rule hardly lets noise conduct. Their
/// sum is measured from its median in units of the quartiles' distance, and as many of them as few
/// points have on problems without noise score 0.5 (readout/fitted.h). The weights were chosen on
/// synthetic problems with noise of several kinds (docs/readout.md). A node without neighbours
/// scores 1.
///
/// `conductance` is per edge; empty without a rule.
std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   Team& team);

/// The scores of new nodes, measured against the fitted ones: each as if it alone had joined them,
/// tied to the fitted nodes of its list in `ties`. `new_conductance` is per tie.
std::vector<double> new_outlier_scores(const Graph& graph, std::span<const float> conductance,
                                       const NeighborLists& ties,
                                       std::span<const float> new_conductance, Team& team);

}  // namespace gnac::detail
