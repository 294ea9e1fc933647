#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "readout/cut_graph.h"
#include "support/team.h"

namespace gnac::detail {

/// A cluster with fewer points than this share of n/K is a sliver: a few weakly tied points that a
/// normalised cut finds cheap to separate, rather than one of the K groups that were asked for.
inline constexpr double kSizedShare = 0.2;

/// The spectral cut into K clusters without slivers: if there is one, more clusters are cut until K
/// of them are large enough, and the small ones are given back to those they are tied to most. If
/// half as many clusters again are not enough, the plain cut is the answer. Labels are 0..K-1, by
/// first appearance.
std::vector<std::int32_t> sized_cut(const CutGraph& cut, int clusters, std::uint64_t seed,
                                    Team& team);

/// The most clusters that are cut for K large enough ones.
int farthest_cut(int clusters);

/// The same from cuts that are made or known: cut_at(0) is the plain cut into numbers[0] clusters,
/// those that follow are into more and only asked for if there is a sliver.
std::vector<std::int32_t> without_slivers(
    const CutGraph& cut, std::span<const int> numbers,
    const std::function<const std::vector<std::int32_t>&(std::size_t)>& cut_at);

}  // namespace gnac::detail
