#include "automaton/epoch.h"

#include <utility>

#include "automaton/objective.h"

namespace gnac::detail {

void Tape::fit(const Cells& with, const RuleShape& shape, int steps) {
  const bool universal = shape.form == RuleForm::universal;
  cells = with.n;
  state_size = with.n * with.row;
  edge_count = with.edge_count;
  width = padded(shape.width);
  hidden = padded(shape.hidden);
  states.resize((steps + 1) * state_size);
  alphas.resize(steps * edge_count);
  messages.resize(steps * state_size);
  openness.resize(shape.openness ? steps * cells : 0);
  edge_pres.resize(universal ? (steps + 1) * edge_count * width : 0);
  hidden_rows.resize(universal ? steps * cells * (2 * width + hidden) : 0);
  d_next.resize(state_size);
  d_state.resize(state_size);
}

HiddenRows Tape::hidden_of(int t) {
  if (hidden_rows.empty()) return {};
  float* pre = hidden_rows.data() + t * cells * (2 * width + hidden);
  float* act = pre + cells * width;
  return {pre, act, act + cells * width};
}

double Tape::bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, int steps) {
  const double row = padded(shape.hidden + shape.domain);
  const double per_cell = row * (2 * steps + 3) + (shape.openness ? steps : 0);
  return 4.0 * static_cast<double>(n) * per_cell + 4.0 * steps * static_cast<double>(edges);
}

LossTerms training_epoch(std::span<double> gradient, Automaton& automaton, Tape& tape,
                         std::span<const float> values, const EpochDraws& draws,
                         const Options& options) {
  const Cells& cells = automaton.cells();
  Team& team = automaton.team();
  const int steps = options.rollout;
  automaton.set_rule(values);
  automaton.initial_state(tape.state(0), draws.xi);
  for (int t = 0; t < steps; ++t) {
    automaton.conductance(tape.alpha(t), tape.state(t));
    automaton.update(tape.state(t + 1), tape.state(t), tape.alpha(t), tape.message(t));
  }

  LossTerms loss =
      final_terms(tape.d_next.data(), tape.state(steps), cells, draws.pairs, options, team);
  const int transitions = temporal_transitions(options);
  automaton.begin_adjoint();
  for (int t = steps; t > 0; --t) {
    if (t > steps - transitions) {
      loss.temporal += temporal_term(tape.d_next.data(), tape.state(t), tape.state(t - 1), cells,
                                     options, team) /
                       transitions;
    }
    automaton.step_adjoint(tape.d_state.data(), tape.d_next.data(), tape.step(t - 1));
    std::swap(tape.d_state, tape.d_next);
  }
  automaton.initial_adjoint(tape.d_next.data(), tape.state(0), draws.xi);
  automaton.gradient(gradient);
  loss.total = total_loss(loss, options);
  return loss;
}

}  // namespace gnac::detail
