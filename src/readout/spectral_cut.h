#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// How accurately cuts need eigenpairs: more digits make no difference to k-means on unit rows.
inline constexpr EigenGoal kCutGoal{.residual = 1e-4, .error = 1e-2};

/// How many eigenpairs of each component (at least 1) spectral cuts into `fewest` to `most`
/// clusters can need.
std::vector<std::int64_t> spectral_counts(const Graph& graph, const std::vector<Bridge>& bridges,
                                          int fewest, int most);

/// Exactly K clusters from a spectrum, without a random draw. Small components are absorbed. If
/// more than K others remain, they are joined, narrowest gap first; if fewer, they are divided:
/// each into as many clusters as it has eigenvalues among the K smallest, by k-means on the unit
/// rows of its embedding, starting from K rows that point in directions as different as possible
/// (pivots of a QR factorisation; Damle, Minden and Ying, "Simple, direct and efficient multi-way
/// spectral clustering", 2019). Labels by first appearance.
std::vector<std::int32_t> spectral_cut(const Spectrum& spectrum, const Graph& graph,
                                       const std::vector<Bridge>& bridges, int clusters,
                                       Team& team);

/// Labels 0..clusters-1 for the rows of one component, by row of its embedding.
std::vector<std::int32_t> divide_component(const ComponentSpectrum& part, int clusters, Team& team);

/// When k-means on an embedding stops: after this many rounds, or when the centres move by no more
/// than this.
inline constexpr int kLloydRounds = 100;
inline constexpr double kLloydTolerance = 1e-8;

/// K of the rows, which have unit length or are zero: each is the one with the largest part
/// orthogonal to those before, the first of (nearly) equal ones. `rows` has at least K rows.
std::vector<std::int64_t> pivot_rows(PointsView rows, int clusters, Team& team);

/// Whether a row with an orthogonal part of this squared length is (nearly) as good as the best.
inline bool is_pivot(double rest, double largest) {
  constexpr double kEqual = 1e-6;
  return rest >= 0 && rest * (1 + kEqual) >= largest;
}

/// The direction of the part of `row` orthogonal to an orthonormal basis (stored row by row); empty
/// if nothing is left.
std::vector<double> orthogonal_part(const std::vector<double>& basis, std::span<const double> row);

/// Subtracts the part along `direction`, which has unit length, from the squared lengths `rest` of
/// the rows, given by_column(); negative ones mark rows that are pivots already and stay.
void subtract_direction(std::span<double> rest, std::span<const double> columns,
                        std::span<const double> direction, Team& team);

}  // namespace gnac::detail
