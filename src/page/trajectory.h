#pragma once

#include "gnac/model.h"
#include "model/byproducts.h"
#include "support/team.h"

namespace gnac::detail {

/// The states of the cells at each step, by evolving the model's rule again. Empty if the model has
/// no rule.
Rollout page_trajectory(const Model& model, Team& team);

}  // namespace gnac::detail
