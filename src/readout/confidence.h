#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"

namespace gnac {

/// How far a partition is to be trusted.
struct Confidence {
  double fit = 0;                ///< in [0, 1]: about the adjusted Rand index to expect
  std::vector<double> clusters;  ///< in [0, 1], per cluster of the first candidate
};

/// Of candidates() of K clusters, the one in use first. The fit's: a logistic function, fitted to
/// synthetic problems, of the readouts' agreement and of the mean conductance of the edges that are
/// cut. A cluster's: its mean overlap (Jaccard) with its closest match in each of the other
/// readouts, times the share of its conductance that stays inside. One cluster needs no readouts:
/// it is as sure as `best_cut`, the mean conductance across the best cut into more, is high (see
/// CountEvidence::cut_alpha; 1 where it is not known).
Confidence confidence(std::span<const Candidate> candidates, const Reading& reading,
                      const Graph& graph, int clusters, double best_cut = 1);

}  // namespace gnac
