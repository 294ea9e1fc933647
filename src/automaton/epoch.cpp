#include "automaton/epoch.h"

#include <utility>

#include "automaton/objective.h"

namespace gnac {

Tape::Tape(const Cells& cells, const RuleShape& shape, int steps)
    : state_size(cells.n * cells.row),
      edge_count(cells.edge_count),
      states((steps + 1) * state_size),
      alphas(steps * edge_count),
      messages(steps * state_size),
      mask_bytes(Automaton::mask_bytes(shape)),
      masks(steps * edge_count * mask_bytes),
      d_next(state_size),
      d_state(state_size) {}

double Tape::bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, int steps) {
  const double row = padded(shape.hidden + shape.domain);
  const double per_edge = 4.0 + Automaton::mask_bytes(shape);
  return 4.0 * (2 * steps + 3) * static_cast<double>(n) * row +
         steps * per_edge * static_cast<double>(edges);
}

LossTerms training_epoch(std::span<double> gradient, Automaton& automaton, Tape& tape,
                         const Cells& cells, std::span<const float> values, const float* xi,
                         std::span<const Edge> pairs, const Options& options, Team& team) {
  const int steps = options.rollout;
  automaton.set_rule(values);
  automaton.initial_state(tape.state(0), xi);
  for (int t = 0; t < steps; ++t) {
    automaton.conductance(tape.alpha(t), tape.state(t), tape.mask(t));
    automaton.update(tape.state(t + 1), tape.state(t), tape.alpha(t), tape.message(t));
  }

  LossTerms loss = final_terms(tape.d_next.data(), tape.state(steps), cells, pairs, options, team);
  const int transitions = temporal_transitions(options);
  automaton.begin_adjoint();
  for (int t = steps; t > 0; --t) {
    if (t > steps - transitions) {
      loss.temporal += temporal_term(tape.d_next.data(), tape.state(t), tape.state(t - 1), cells,
                                     options, team) /
                       transitions;
    }
    automaton.step_adjoint(tape.d_state.data(), tape.d_next.data(), tape.state(t - 1),
                           tape.state(t), tape.alpha(t - 1), tape.message(t - 1), tape.mask(t - 1));
    std::swap(tape.d_state, tape.d_next);
  }
  automaton.initial_adjoint(tape.d_next.data(), tape.state(0), xi, tape.alphas.data(),
                            tape.masks.data(), steps);
  automaton.gradient(gradient);
  loss.total = total_loss(loss, options);
  return loss;
}

}  // namespace gnac
