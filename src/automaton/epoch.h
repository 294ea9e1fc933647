#pragma once

#include <span>

#include "automaton/automaton.h"
#include "gnac/options.h"
#include "gnac/stages.h"

namespace gnac::detail {

/// The record of a training rollout for its adjoint: the states, conductances and mean messages of
/// every step. Everything else is recomputed in the backward pass; in the universal form, whose
/// graphs are small, it is kept as well (StepTape).
struct Tape {
  Tape() = default;
  Tape(const Cells& with, const RuleShape& shape, int steps) { fit(with, shape, steps); }

  /// Make room for a rollout on other cells. Existing memory is reused: with many small problems
  /// in turn, fresh pages would take much of the time.
  void fit(const Cells& with, const RuleShape& shape, int steps);

  std::int64_t cells = 0;       ///< n
  std::int64_t state_size = 0;  ///< n×row
  std::int64_t edge_count = 0;
  Buffer<float> states;    ///< (steps + 1) × n × row
  Buffer<float> alphas;    ///< steps × edges
  Buffer<float> messages;  ///< steps × n × row
  Buffer<float> openness;  ///< steps × n if the rule sees it

  // Universal form.
  int width = 0;              ///< padded
  int hidden = 0;             ///< padded
  Buffer<float> edge_pres;    ///< (steps + 1) × edges × width
  Buffer<float> hidden_rows;  ///< steps × n × (2·width + hidden)
  Buffer<float> d_next, d_state;

  float* state(int t) { return states.data() + t * state_size; }
  float* alpha(int t) { return alphas.data() + t * edge_count; }
  float* message(int t) { return messages.data() + t * state_size; }
  float* open(int t) { return openness.empty() ? nullptr : openness.data() + t * cells; }
  float* edge_pre(int t) {
    return edge_pres.empty() ? nullptr : edge_pres.data() + t * edge_count * width;
  }
  HiddenRows hidden_of(int t);
  StepTape step(int t) {
    return {state(t), state(t + 1), alpha(t), message(t), open(t), edge_pre(t), hidden_of(t)};
  }
  static double bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, int steps);
};

/// The random draws of an epoch of the published form, in the order and numbering of the cells.
struct EpochDraws {
  const float* xi = nullptr;    ///< n×d_ξ: the seeds of the rollout
  std::span<const Edge> pairs;  ///< non-neighbours
};

/// One epoch in the published form: roll the rule out, evaluate the objective, and differentiate
/// it. Twin: twin_epoch().
LossTerms training_epoch(std::span<double> gradient, Automaton& automaton, Tape& tape,
                         std::span<const float> values, const EpochDraws& draws,
                         const Options& options);

}  // namespace gnac::detail
