#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/metric.h"

namespace gnac::cli {

using namespace detail;

/// The metrics of these names, "all" meaning every one that the input allows. Without names: ARI,
/// AMI and NCA if there is a reference, and the internal ones if there are points (0: none); the
/// exact silhouette up to 5000 points, the sampled one above. Throws Error for a metric whose input
/// is missing.
std::vector<const MetricInfo*> choose_metrics(const std::vector<std::string>& names, bool reference,
                                              std::int64_t points);

}  // namespace gnac::cli
