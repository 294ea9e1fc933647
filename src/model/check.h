#pragma once

#include "gnac/model.h"

// Rules and models from outside: all of their fields are public.
namespace gnac::detail {

/// Throws Error for a rule whose values, constants or dimensions do not fit each other, or that
/// sees coordinates where the points have no columns.
void check_rule(const Rule& rule, std::int64_t columns);

/// Throws Error for a model whose arrays disagree, and for one of a lean fit, which has kept its
/// labels alone. A model that has evolved without a readout may have no labels. O(nodes + edges).
void require_evolved(const Model& model);

/// The same, and there is a label for every point.
void require_whole(const Model& model);

}  // namespace gnac::detail
