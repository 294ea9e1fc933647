#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "support/team.h"

namespace gnac::detail {

/// The smallest affinity that a rank can give an edge.
inline constexpr double kLeastAffinity = 1e-6;

/// The smallest α² in an affinity: even an edge that the rule is sure to cut still connects its
/// graph.
inline constexpr double kLeastSquare = 1e-5;

/// The affinity of an edge from the ordinal rank r of its distance among `count` edges (paper, eq.
/// rank_affinity): a = max(1 - q, 1e-6) with q = r/(count-1), or q = 0 for a single edge. A rank
/// beyond the last (of an edge that is not among them) counts as the last.
inline double affinity_of_rank(std::int64_t rank, std::int64_t count) {
  const double last = count > 1 ? static_cast<double>(count - 1) : 1.0;
  return std::max(1.0 - static_cast<double>(rank) / last, kLeastAffinity);
}

/// The affinity of each edge from the rank of its distance. Rank 0 is the smallest distance; equal
/// distances rank in the order of the edges. Throws Error if a distance is not a number.
std::vector<double> rank_affinity(std::span<const double> distance, Team& team);

/// The affinity of one edge from its conductance α and the affinity q of its rank in the input.
inline double affinity_of(float conductance, double q) {
  const double alpha = conductance;
  return std::max(alpha * alpha, kLeastSquare) * q;
}

/// The affinity of each edge from its conductance α in [0, 1] and the rank_affinity q of its
/// distance in the input: max(α², 1e-5)·q. Throws Error if a conductance is out of range.
std::vector<double> conductance_affinity(std::span<const float> conductance,
                                         std::span<const double> rank_affinity, Team& team);

}  // namespace gnac::detail
