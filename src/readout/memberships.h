#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The probability of every cluster for every node, nodes×clusters row by row. Rows sum to 1, and
/// no probability is larger than the label's.
///
/// Labels are spread over the conductance for ten steps (each node takes 0.9 of its neighbours'
/// α-weighted mean and 0.1 of its own label), which shows which nodes lie near a boundary that
/// conducts. The share s that the node's own label keeps becomes a probability σ(0.55·logit(s) -
/// 0.1), fitted to synthetic problems: of the points given p, a share of about p is right. The rest
/// goes to the other clusters in proportion to their shares. With several clusters, no point is
/// given more than 0.98.
std::vector<float> memberships(const Graph& graph, std::span<const float> conductance,
                               std::span<const std::int32_t> labels, int clusters, Team& team);

}  // namespace gnac::detail
