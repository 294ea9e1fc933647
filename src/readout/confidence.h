#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/stages.h"
#include "readout/reading.h"

namespace gnac::detail {

/// The confidence from candidates() of K clusters, the one in use first. Of the fit: a logistic
/// function, fitted to synthetic problems, of the readouts' agreement and the mean conductance of
/// the cut edges. Of a cluster: its mean overlap (Jaccard) with its closest match in each of the
/// other readouts, times the share of its conductance that stays inside. About a single cluster the
/// candidates say nothing.
Confidence confidence(std::span<const Candidate> candidates, const Reading& reading,
                      const Graph& graph, int clusters);

}  // namespace gnac::detail
