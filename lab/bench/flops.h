#pragma once

#include <cstdint>

#include "gnac/rule.h"

// Floating-point operations of the matrix products of a training epoch, counted from their shapes:
// a product of m×k by k×n is 2·m·k·n. Activations, gathers, scatters, loss and optimiser take time
// but count no flops here, so percentages of peak are of useful work. Padding is not counted.
namespace gnac::bench {

/// f_e's first map on |Δh|, |Δz|, for one edge.
inline double edge_product(const RuleShape& s) {
  return 2.0 * (s.hidden + s.domain) * s.width;
}

/// f_h and f_z on their changing inputs, for one cell.
inline double cell_product(const RuleShape& s) {
  const double h = (2.0 * s.hidden + s.domain) * s.width + 1.0 * s.width * s.hidden;
  const double z = (s.hidden + 2.0 * s.domain) * s.width + 1.0 * s.width * s.domain;
  return 2.0 * (h + z);
}

/// The adjoint of a step recomputes each product and has two more for the gradients of weights and
/// inputs.
inline double adjoint_flops(const RuleShape& s, double cells, double edges) {
  return 3 * edges * edge_product(s) + 3 * cells * cell_product(s);
}

/// The work done once per epoch: the shares of inputs that do not change within a rollout, and the
/// initial state; forward, and in the backward pass the gradients of their weights (f_z0's first
/// map is computed twice).
inline double once_flops(const RuleShape& s, double cells, double edges) {
  const double fixed = edges * (s.features + 3.0) * s.width + cells * 2.0 * s.features * s.width;
  const double encoder = (s.features + s.seed_dim) * 1.0 * s.hidden;
  const double z0 = (s.features + s.seed_dim) * 1.0 * s.width;
  const double z0_second = 1.0 * s.width * s.domain;
  return 2.0 * (2 * fixed + cells * (2 * encoder + 3 * z0 + 3 * z0_second));
}

/// A whole epoch.
inline double epoch_flops(const RuleShape& s, std::int64_t n, std::int64_t m, int steps) {
  const auto cells = static_cast<double>(n);
  const auto edges = static_cast<double>(m);
  const double step = edges * edge_product(s) + cells * cell_product(s);
  return steps * (step + adjoint_flops(s, cells, edges)) + once_flops(s, cells, edges);
}

}  // namespace gnac::bench
