#pragma once

#include <functional>
#include <vector>

#include "layout/weights.h"
#include "support/team.h"

namespace gnac::detail {

/// `open` of PushTree::push(): pushes are then within about 1 % of those of all pairs.
inline constexpr double kOpen = 0.7;

/// Lowers layout_energy() (tests/twins/layout_energy.h) with this attraction ρ, from the places
/// given (n×dims, row by row). Every step moves all points at once, each by the derivative over the
/// sum of its weights, with momentum and a gain for each coordinate that grows while its direction
/// stays (Jacobs 1988), so neither the order of the points nor the threads matter. Calls `stepped`
/// after each step.
void descend(const WeightedGraph& graph, std::vector<float>& place, int dims, double attraction,
             int steps, const std::function<void()>& stepped, Team& team);

}  // namespace gnac::detail
