#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/metric.h"

namespace gnac::cli {

using namespace detail;

/// The metrics of these names, "all" meaning every one that can be had. Without names: ARI, AMI and
/// NCA where there is a reference, and the internal ones where there are points (0: none); of the
/// two silhouettes the exact one up to 5000 points, the sampled one above. Throws Error for a name
/// that needs what is not there.
std::vector<const MetricInfo*> choose_metrics(const std::vector<std::string>& names, bool reference,
                                              std::int64_t points);

}  // namespace gnac::cli
