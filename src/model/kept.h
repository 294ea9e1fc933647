#pragma once

#include <optional>
#include <vector>

#include "readout/reading.h"

namespace gnac::detail {

/// The states of the cells on the way to the last step.
struct Way {
  std::vector<int> step;                        ///< the steps that are kept: 0, …, the last
  std::vector<std::vector<float>> states;       ///< per step: N×columns
  std::vector<std::vector<float>> conductance;  ///< per step: per edge; empty for published rules
  int columns = 0;                              ///< of a state
};

/// Is step `t` of `last` kept? All steps of a short evolution, powers of two of a long one.
constexpr bool keeps_step(int t, int last) {
  constexpr int kShortWay = 16;
  return last <= kShortWay || t == last || (t & (t - 1)) == 0;
}

/// What a fit computes and a page needs again (FitData::keep).
struct Kept {
  Way way;                         ///< of a universal rule
  std::optional<Reading> reading;  ///< if the model is read by its conductance
};

}  // namespace gnac::detail
