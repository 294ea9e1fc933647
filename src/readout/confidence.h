#pragma once

#include <cstdint>
#include <span>

#include "gnac/graph.h"
#include "gnac/stages.h"
#include "readout/reading.h"
#include "readout/survival.h"

namespace gnac::detail {

/// How far a partition into K clusters is to be trusted. The fit's confidence is a logistic
/// function, fitted to synthetic problems (readout/fitted.h), of how far it survives other
/// readouts, fewer neighbours and a tenth of the points left out, and of the contrast of α at its
/// faintest boundary. A cluster's is its overlap with its closest match in all of those, times the
/// share of its conductance that stays inside. Of a single cluster they say nothing.
Confidence confidence(const Survival& survival, std::span<const std::int32_t> labels,
                      const Reading& reading, const Graph& graph, int clusters);

}  // namespace gnac::detail
