#pragma once

#include "gnac/model.h"

namespace gnac::detail {

/// Bytes that fit() takes at its largest stage besides the points it is given: from sizes alone,
/// before any work.
double fit_bytes(const FitData& data, int clusters, const Options& options);

}  // namespace gnac::detail
