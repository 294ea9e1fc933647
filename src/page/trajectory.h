#pragma once

#include <cstdint>
#include <vector>

#include "gnac/model.h"
#include "support/team.h"

namespace gnac::detail {

/// The states of the cells on their way, at the steps that a page shows.
struct PageTrajectory {
  std::int64_t columns = 0;                ///< d_h (universal) or d_z (published)
  std::vector<int> step;                   ///< 0, … , T*; a long way is shown at powers of two
  std::vector<std::vector<float>> states;  ///< per step: nodes × columns
  std::vector<std::vector<float>> conductance;  ///< per step: of every edge; universal rules only
};

/// Evolves the model's rule again. Empty where the model has no rule.
PageTrajectory page_trajectory(const Model& model, Team& team);

}  // namespace gnac::detail
