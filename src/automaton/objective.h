#pragma once

#include <span>

#include "automaton/cells.h"
#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/stages.h"
#include "support/team.h"

// The five terms of the objective on states of the fast engine, and their gradients. Sums are taken
// in double precision over fixed blocks. Twin: tests/twins/twin.cpp, "the objective".
namespace gnac::detail {

/// The terms that depend on the final state alone (all but the temporal one), unweighted. d_state
/// gets the gradient of their weighted sum: zero except in its z columns. Pairs are in cell
/// numbering.
LossTerms final_terms(float* d_state, const float* state, const Cells& cells,
                      std::span<const Edge> pairs, const Options& options, Team& team);

/// Transitions of the temporal term: between the last `tail` states of a rollout.
int temporal_transitions(const Options& options);

/// Mean squared change of z over one transition, unweighted; the gradient of its share of the
/// weighted term is added to d_next (the previous state is a detached target).
double temporal_term(float* d_next, const float* next, const float* previous, const Cells& cells,
                     const Options& options, Team& team);

/// The weighted sum of the five terms.
double total_loss(const LossTerms& terms, const Options& options);

}  // namespace gnac::detail
