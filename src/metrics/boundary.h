#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "gnac/graph.h"

namespace gnac {

/// No label marks noise.
constexpr std::int32_t kNoNoise = std::numeric_limits<std::int32_t>::min();

/// How well edge distances tell boundaries from interiors: the probability that an edge whose ends
/// have different reference labels is longer than one whose ends agree, ties counting half (area
/// under the ROC curve). Edges with an end labelled `noise` are left out. NaN when either kind is
/// missing. Throws Error when lengths do not fit.
double boundary_auc(std::span<const Edge> edges, std::span<const double> distance,
                    std::span<const std::int32_t> reference, std::int32_t noise = kNoNoise);

}  // namespace gnac
