#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "gnac/graph.h"

namespace gnac {

/// How well edge distances tell boundaries from interiors: the probability that an edge whose ends
/// have different reference labels is longer than one whose ends agree, ties counting half (area
/// under the ROC curve). Edges with an end labelled `noise` are left out. NaN when either kind is
/// missing. Throws Error when lengths do not fit or an end has no label.
double boundary_auc(std::span<const Edge> edges, std::span<const double> distance,
                    std::span<const std::int32_t> reference,
                    std::optional<std::int32_t> noise = {});

}  // namespace gnac
