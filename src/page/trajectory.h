#pragma once

#include "gnac/model.h"
#include "model/kept.h"
#include "support/team.h"

namespace gnac::detail {

/// The states of the cells on their way: evolves the model's rule again. Empty where the model has
/// no rule.
Way page_trajectory(const Model& model, Team& team);

}  // namespace gnac::detail
