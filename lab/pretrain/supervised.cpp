#include "pretrain/supervised.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gnac::detail {

EdgeTargets edge_targets(const Cells& cells, std::span<const std::int32_t> labels) {
  constexpr double kLeastCut = 20;
  const std::int64_t edges = cells.edge_count;
  EdgeTargets targets{Buffer<float>(edges), Buffer<float>(edges)};
  double kept = 0;
  double cut = 0;
  for (std::int64_t e = 0; e < edges; ++e) {
    const std::int32_t a = labels[cells.user[cells.first[e]]];
    const std::int32_t b = labels[cells.user[cells.second[e]]];
    targets.same[e] = a == b ? 1.0f : 0.0f;
    targets.weight[e] = a > 0 && b > 0 ? 1.0f : 0.0f;
    if (a > 0 && b > 0) (a == b ? kept : cut) += 1;
  }
  const auto of_kept = static_cast<float>(1 / std::max(kept, 1.0));
  const auto of_cut = static_cast<float>(1 / std::max(cut, kLeastCut));
  for (std::int64_t e = 0; e < edges; ++e) {
    targets.weight[e] *= targets.same[e] > 0 ? of_kept : of_cut;
  }
  return targets;
}

double supervised_loss(float* d_logit, const float* logit, const EdgeTargets& targets, Team& team) {
  return team.sum_blocks(std::ssize(targets.same), 2048, [&](std::int64_t begin, std::int64_t end) {
    double part = 0;
    for (std::int64_t e = begin; e < end; ++e) {
      const double x = logit[e];
      const double y = targets.same[e];
      const double w = targets.weight[e];
      const double tail = std::exp(-std::abs(x));  // log(1 + eˣ) = max(x, 0) + log1p(e^-|x|)
      part += w * (std::max(x, 0.0) - x * y + std::log1p(tail));
      const double sigmoid = x >= 0 ? 1 / (1 + tail) : tail / (1 + tail);
      if (d_logit != nullptr) d_logit[e] = static_cast<float>(w * (sigmoid - y));
    }
    return part;
  });
}

double supervised_epoch(std::span<double> gradient, Automaton& automaton, Tape& tape,
                        std::span<const float> values, const LogitLoss& loss_of, int steps) {
  automaton.set_rule(values);
  automaton.initial_state(tape.state(0));
  for (int t = 0; t < steps; ++t) {
    automaton.conductance(tape.alpha(t), tape.state(t), tape.edge_pre(t));
    automaton.update(tape.state(t + 1), tape.state(t), tape.alpha(t), tape.message(t), tape.open(t),
                     tape.hidden_of(t));
  }
  Buffer<float> logit(tape.edge_count);
  Buffer<float> d_logit(tape.edge_count);
  automaton.logits(logit.data(), tape.state(steps), tape.edge_pre(steps));
  const double loss = loss_of(d_logit.data(), logit.data());

  automaton.begin_adjoint();
  automaton.logits_adjoint(tape.d_next.data(), tape.state(steps), tape.edge_pre(steps),
                           d_logit.data());
  for (int t = steps; t > 0; --t) {
    automaton.step_adjoint(tape.d_state.data(), tape.d_next.data(), tape.step(t - 1));
    std::swap(tape.d_state, tape.d_next);
  }
  automaton.initial_adjoint(tape.d_next.data(), tape.state(0));
  automaton.gradient(gradient);
  return loss;
}

}  // namespace gnac::detail
