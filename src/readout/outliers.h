#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac {

/// For every node how little it belongs anywhere, in [0, 1]. A logistic function, fitted to
/// synthetic problems with noise, of three statistics: how little its five shortest edges conduct
/// (their mean α), and how far the fifth of them reaches (log distance), against the median of the
/// node's own cluster and against the median of all nodes, each in units of the quartiles' distance
/// there. A node without edges scores 1.
std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   std::span<const std::int32_t> labels, int clusters, Team& team);

}  // namespace gnac
