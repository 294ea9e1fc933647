#pragma once

#include <span>

#include "gnac/graph.h"
#include "gnac/stages.h"
#include "readout/cut_views.h"
#include "readout/reading.h"

namespace gnac::detail {

/// How far the partition cuts[chosen] into K clusters is to be trusted: the adjusted Rand index to
/// expect, a logistic function, fitted to synthetic problems (readout/fitted.h), of its agreement
/// with the other views and of the mean α across its boundaries. A cluster's confidence is its mean
/// overlap with its closest match in the other views, times the share of its conductance that stays
/// inside. Says nothing about a single cluster.
Confidence confidence(std::span<const ViewCut> cuts, std::size_t chosen, const Reading& reading,
                      const Graph& graph, int clusters);

}  // namespace gnac::detail
