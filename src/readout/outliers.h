#pragma once

#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// For every node how little it belongs anywhere, in [0, 1], from its neighbour list alone.
///
/// Two logarithms are added: the local outlier factor of its list (Breunig, Kriegel, Ng and Sander
/// 2000), which sees points that are sparser than their neighbours whatever the density there, and
/// half of the distance to the fifth neighbour against the median of all nodes, which sees groups
/// of noise. Their sum is measured from its median in units of the quartiles' distance; 3 of them
/// score 0.5. Fitted to synthetic problems with noise (docs/readout.md). A node without neighbours
/// scores 1.
std::vector<double> outlier_scores(const Graph& graph, Team& team);

}  // namespace gnac::detail
