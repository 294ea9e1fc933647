#pragma once

#include "gnac/rule.h"
#include "graph/scale_free.h"

namespace gnac::detail {

/// The features that a universal rule sees. Throws Error if it names none that exist.
FeatureSet feature_set(const Rule& rule);

}  // namespace gnac::detail
