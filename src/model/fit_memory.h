#pragma once

#include <string_view>

#include "model/fit.h"

namespace gnac::detail {

/// Bytes that fit() takes at its largest stage besides the points it is given: from sizes alone,
/// before any work.
double fit_bytes(const FitData& data, int clusters, const Options& options,
                 const FitPlan& plan = {});

/// How these points could be fitted with less memory; completes "use a larger machine, or".
std::string_view memory_advice(const FitData& data, const Options& options);

/// Does fit() train a rule on these points?
bool trains(const FitData& data, const Options& options);

}  // namespace gnac::detail
