#pragma once

#include <span>
#include <vector>

#include "support/team.h"

namespace gnac {

/// The smallest affinity of an edge.
inline constexpr double kLeastAffinity = 1e-6;

/// The affinity of each edge from the global ordinal rank r of its distance (paper, eq.
/// rank_affinity): a = max(1 - q, 1e-6) with q = r/(M-1), or q = 0 for a single edge. Rank 0 is the
/// smallest distance; equal distances rank in the order of the edges. Throws Error when a distance
/// is not a number.
std::vector<double> rank_affinity(std::span<const double> distance, Team& team);

}  // namespace gnac
