#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/stages.h"
#include "readout/reading.h"

namespace gnac::detail {

/// Of candidates() of K clusters, the one in use first. The fit's: a logistic function, fitted to
/// synthetic problems, of the readouts' agreement and of the mean conductance of the edges that are
/// cut. A cluster's: its mean overlap (Jaccard) with its closest match in each of the other
/// readouts, times the share of its conductance that stays inside. Of a single cluster the
/// candidates say nothing.
Confidence confidence(std::span<const Candidate> candidates, const Reading& reading,
                      const Graph& graph, int clusters);

}  // namespace gnac::detail
