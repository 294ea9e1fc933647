#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// Eigenpairs of each component that spectral cuts into any number of clusters from `fewest` to
/// `most` can need, at least 1 each.
std::vector<std::int64_t> spectral_counts(const Graph& graph, const std::vector<Bridge>& bridges,
                                          int fewest, int most);

/// Exactly K clusters from a spectrum, without a random draw. Small components are absorbed; the
/// others are joined, the narrowest gap first, where they are more than K, and divided where they
/// are fewer: each into as many as it has eigenvalues among the K smallest, by k-means on the unit
/// rows of its embedding from K rows that point in directions as different as can be (pivots of a
/// QR factorisation; Damle, Minden and Ying, "Simple, direct and efficient multi-way spectral
/// clustering", 2019). Labels by first appearance.
std::vector<std::int32_t> spectral_cut(const Spectrum& spectrum, const Graph& graph,
                                       const std::vector<Bridge>& bridges, int clusters,
                                       Team& team);

/// K of the rows, which have unit length or none: each the one with the largest part orthogonal to
/// those before, the first of (nearly) equals. `rows` has at least K rows.
std::vector<std::int64_t> pivot_rows(PointsView rows, int clusters, Team& team);

}  // namespace gnac::detail
