#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// Joins components, the closest two first, until `groups` are left: single linkage on the
/// distances of their closest points; ties by the rows of those points. `component` is each point's
/// component, 0..components-1. Returns the group of each component, numbered by the lowest
/// component in it.
std::vector<std::int32_t> join_components(PointsView points,
                                          std::span<const std::int32_t> component,
                                          std::int32_t components, std::int32_t groups, Team& team);

}  // namespace gnac::detail
