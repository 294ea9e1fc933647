#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// For every node a probability for every cluster, nodes×clusters row by row. Rows sum to 1 and the
/// label is the largest (no other is larger).
///
/// Labels are spread over the conductance for ten steps (each node takes 0.9 of its neighbours'
/// mean by α and 0.1 of its own label), which shows who lies near a boundary that conducts. The
/// share s that is left to the node's own label becomes a probability σ(0.55·logit(s) - 0.1),
/// fitted to synthetic problems: of the points given p a share of about p is right. What remains
/// goes to the other clusters by their shares. So no point of several clusters is given more than
/// 0.98.
std::vector<float> memberships(const Graph& graph, std::span<const float> conductance,
                               std::span<const std::int32_t> labels, int clusters, Team& team);

}  // namespace gnac::detail
