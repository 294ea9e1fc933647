#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// The points that open edges (conductance of at least one half; empty: all are open) join,
/// numbered from 0. An island of less than 1/200 of the points goes with the one to which its best
/// edge leads.
std::vector<std::int32_t> islands(const Graph& graph, std::span<const float> conductance);

/// Moves whole islands towards each other, all by one factor, until the circles around two of them
/// are a quarter of their radii apart. The pushes of far groups leave gaps of any width, which mean
/// nothing and make every group a dot. `place` is N×dims.
void close_gaps(std::span<const std::int32_t> island, int dims, std::vector<float>& place);

}  // namespace gnac::detail
