#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "support/team.h"

namespace gnac::detail {

/// The probability of every cluster for every node, nodes×clusters row by row. Rows sum to 1, and
/// the label's probability is the largest.
///
/// Labels are spread over the conductance for ten steps (each node takes 0.9 of its neighbours'
/// mean by α and 0.1 of its own label), which shows who lies near a boundary that conducts. The
/// share s that is left to the node's own label becomes a probability σ(a·logit(s) + b), a and b
/// fitted to synthetic problems (readout/fitted.h): of the points given p a share of about p is
/// right. What remains goes to the other clusters by their shares. Shares beyond 0.999 count as
/// that, so no point of several clusters is certain.
std::vector<float> memberships(const Graph& graph, std::span<const float> conductance,
                               std::span<const std::int32_t> labels, int clusters, Team& team);

/// Makes the label's entry of a row larger than all others, if it is not: the label shares the sum
/// of its own and the larger entries evenly with them, and gets the last bit more.
void put_label_first(std::span<float> row, std::int32_t label);

}  // namespace gnac::detail
