#pragma once

#include <optional>
#include <vector>

#include "readout/reading.h"

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

/// Results of a fit that its model does not have, but that a page of it would otherwise compute
/// again.
struct FitByproducts {
  Rollout rollout;                 ///< of a universal rule
  std::optional<Reading> reading;  ///< if the model is read by its conductance
};

}  // namespace gnac::detail
