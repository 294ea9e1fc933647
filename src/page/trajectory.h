#pragma once

#include <vector>

#include "gnac/model.h"
#include "support/team.h"

namespace gnac::detail {

/// The states of the cells on the way to the last step.
struct Rollout {
  std::vector<int> step;                        ///< the steps that are kept: 0, …, the last
  std::vector<std::vector<float>> states;       ///< per step: N×columns
  std::vector<std::vector<float>> conductance;  ///< per step: per edge; empty for published rules
  int columns = 0;                              ///< of a state
};

/// Is step `t` of `last` kept? All steps of a short evolution, powers of two of a long one.
constexpr bool keeps_step(int t, int last) {
  constexpr int kShort = 16;
  return last <= kShort || t == last || (t & (t - 1)) == 0;
}

/// The states of the cells at each step, by evolving the model's rule again. Empty if the model has
/// no rule.
Rollout page_trajectory(const Model& model, Team& team);

}  // namespace gnac::detail
