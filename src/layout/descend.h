#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "layout/weights.h"
#include "support/team.h"

namespace gnac::detail {

/// `open` of PushTree::push(). Up to kFewNodes the pushes are nearly exact: there it costs little,
/// and with the other value clusters on maps of up to 3,200 points were less apart (docs/map.md).
/// Above, they are within about 3 % of those of all pairs.
inline constexpr double kOpenFew = 0.3;
inline constexpr double kOpen = 0.65;
inline constexpr std::int64_t kFewNodes = 20'000;

/// Lowers layout_energy() (tests/twins/layout_energy.h) with this attraction ρ, from the places
/// given (n×dims, row by row). Every step moves all points at once, each by the derivative over the
/// sum of its weights, with momentum and a gain for each coordinate that grows while its direction
/// stays (Jacobs 1988), so neither the order of the points nor the threads matter. Calls `stepped`
/// after each step.
void descend(const WeightedGraph& graph, std::vector<float>& place, int dims, double attraction,
             int steps, const std::function<void()>& stepped, Team& team);

}  // namespace gnac::detail
