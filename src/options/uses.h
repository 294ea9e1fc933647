#pragma once

#include "gnac/options.h"

namespace gnac::detail {

/// Is this option about rules that are trained on the points, and ignored by any other?
bool is_of_trained_rules(const OptionInfo& info);

}  // namespace gnac::detail
