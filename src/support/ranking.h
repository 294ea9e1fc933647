#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/team.h"

namespace gnac::detail {

/// The positions of `values` in ascending order; equal values keep the order of their positions,
/// and -0 equals 0. Values must not be NaN; fewer than 2^31 of them. Linear time (radix sort).
std::vector<std::int32_t> stable_order(std::span<const double> values, Team& team);

/// Ranks 0..n-1 in ascending order, equal values sharing the average of theirs.
std::vector<double> average_ranks(std::span<const double> values, Team& team);

/// Spearman's ρ of two vectors of equal length, with average ranks for ties.
///
/// A vector whose values are all equal has no ranking and ρ is undefined. Two such vectors agree as
/// far as anyone can tell: 1, so that an evolution that has come to rest stops. One such vector has
/// nothing in common with a vector that does rank its values: 0.
double spearman(std::span<const double> a, std::span<const double> b, Team& team);

}  // namespace gnac::detail
