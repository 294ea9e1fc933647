#pragma once

#include <cstdint>
#include <span>
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

/// Labels 0..clusters-1 for the rows of one component, by row of its embedding.
std::vector<std::int32_t> divide_component(const ComponentSpectrum& part, int clusters, Team& team);

/// When k-means on an embedding stops: after so many rounds, or when the centres move by no more.
inline constexpr int kLloydRounds = 100;
inline constexpr double kLloydStill = 1e-8;

/// K of the rows, which have unit length or none: each the one with the largest part orthogonal to
/// those before, the first of (nearly) equals. `rows` has at least K rows.
std::vector<std::int64_t> pivot_rows(PointsView rows, int clusters, Team& team);

/// Whether a row whose part is this long is (nearly) as good as the best. Squared lengths.
inline bool is_pivot(double rest, double largest) {
  constexpr double kEqual = 1e-6;
  return rest >= 0 && rest * (1 + kEqual) >= largest;
}

/// The direction of `row` beyond an orthonormal basis, which is row by row; empty where nothing of
/// it is left.
std::vector<double> beyond(const std::vector<double>& basis, std::span<const double> row);

}  // namespace gnac::detail
