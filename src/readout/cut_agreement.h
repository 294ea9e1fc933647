#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// The adjusted Rand index of two labellings of the same points, each 0..clusters-1: how far two
/// readouts of one conductance agree. 1 if both have one cluster or only singletons.
double rand_agreement(std::span<const std::int32_t> a, std::span<const std::int32_t> b);

/// The largest Jaccard index of each of a's clusters with one of b's; both have labels below
/// `clusters`.
std::vector<double> best_overlaps(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                  int clusters);

/// Per cluster, the weight of the edges that leave it as a share of its volume, the weight of all
/// its edges' ends; 0 for an isolated one.
std::vector<double> cut_shares(const Graph& graph, std::span<const float> weight,
                               std::span<const std::int32_t> labels, int clusters);

}  // namespace gnac::detail
