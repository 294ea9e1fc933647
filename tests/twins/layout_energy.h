#pragma once

#include <span>
#include <vector>

#include "layout/weights.h"

namespace gnac::detail {

/// The energy that a layout lowers, in double precision over all pairs: the definition, and the
/// oracle of the fast code.
///
///     E(y) = ρ · Σ_ij p_ij log(1 + ‖y_i - y_j‖²) + log Σ_{i≠j} m_i m_j / (1 + ‖y_i - y_j‖²)
///
/// The first sum pulls neighbours together, the second pushes everything apart. At ρ = 1 it is the
/// Kullback–Leibler divergence of t-SNE (van der Maaten and Hinton 2008) up to a constant; a larger
/// ρ makes clusters denser and the gaps between them wider. `place`: n×dims, row by row.
double layout_energy(const WeightedGraph& graph, std::span<const double> place, int dims,
                     double attraction);

/// Its derivative by every coordinate.
std::vector<double> layout_gradient(const WeightedGraph& graph, std::span<const double> place,
                                    int dims, double attraction);

}  // namespace gnac::detail
