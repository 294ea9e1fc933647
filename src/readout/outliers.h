#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// For every node how little it belongs anywhere, in [0, 1].
///
/// Three terms are added. The log of how much denser the neighbours of its neighbours are than the
/// node itself: the local outlier factor (Breunig, Kriegel, Ng and Sander 2000) with a wider
/// circle, which sees small groups of noise. Half of the log distance to the fifth neighbour
/// against the median of all nodes, where it is larger. And half of what its edges lack of full
/// conductance, for the rule hardly lets noise conduct. Their sum is measured from its median in
/// units of the quartiles' distance; `kUsual` of them score 0.5. Fitted to synthetic problems with
/// noise (docs/readout.md). A node without neighbours scores 1.
///
/// `conductance` is per edge; none, or empty without a rule.
std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   Team& team);

}  // namespace gnac::detail
