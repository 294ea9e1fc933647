#pragma once

#include <span>
#include <vector>

#include "automaton/packed_rule.h"
#include "support/aligned.h"
#include "support/team.h"

// Tables for the adjoint of a ReLU edge network (docs/method.md §6.4).
//
// The units are taken in groups of kUnitsPerGroup. With u = |Δ| of an edge, δ its gradient by the
// logit and m_g the bits of its active units in group g:
//
//   du        = δ·Σ_g F_g[m_g],      F_g[m] = Σ_{w in m} w2_w·W1[:, w]   (once per epoch)
//   B[:, w]   = Σ_edges δ·active_w·u = Σ_{m with bit w} S_g[m],
//               S_g[m] = Σ_{edges with m_g = m} δ·u
//   dW1[:, w] = w2_w·B[:, w]
//   dw2_w     = Σ_edges δ·relu(pre)_w = W1[:, w]·B[:, w] + (the same over the fixed inputs and
//   bias)
//
// so that a step costs a look-up and an addition per group where it would cost a matrix product.
namespace gnac {

/// Groups of units, and with it tables, of a rule.
int relu_groups(const PackedLayout& layout);

/// F: groups×kPatterns rows of `layout.row` floats.
void build_relu_table(Buffer<float>& table, const PackedLayout& layout, const PackedRule& rule);

/// From the lanes' sums S (each groups×kPatterns×row) to B, a row×width matrix in double precision.
/// Lanes are added in order.
std::vector<double> unfold_relu_sums(std::span<const Buffer<float>> lanes,
                                     const PackedLayout& layout, Team& team);

}  // namespace gnac
