#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// The evidence for one number of clusters, without labels. Nothing here depends on the number of
/// points or on the scale of eigenvalues, so weights fitted to small problems also suit large ones.
struct CountEvidence {
  int clusters = 1;
  double agreement = 1;  ///< adjusted Rand index of the spectral and the tree readout
  double nested = 1;     ///< adjusted Rand index of the spectral readouts of K and K + 1 clusters
  double boundary = 1;   ///< largest mean α of the edges between two clusters (of 5 edges or more)
  double cut_alpha = 1;  ///< mean α of all edges between clusters; 1 if there is only one
  double level = 0;      ///< log of the K-th eigenvalue over the largest one solved for
  double excess_gap = 0;  ///< log of the next eigenvalue over this one, minus what a single cluster
                          ///< of the same dimension would have
  double likelihood = 0;  ///< mean over edges: log α inside clusters, log(1 - α) between them
  double score = 0;       ///< in [0, 1], about the adjusted Rand index to expect; the largest wins
};

/// Eigenvalues used for the choice: the growth of those beyond the clusters shows how a single
/// cluster's would grow.
inline constexpr int kEigenvalues = 31;

/// The largest number of clusters that a reading must support to judge numbers up to `most`:
/// judging K also takes K + 1 clusters and kEigenvalues eigenvalues.
int reading_for(int most, std::int64_t nodes);

/// The evidence for each number of clusters from 1 to `most`, with scores, from a reading that
/// starts at 1 and goes to reading_for(most).
///
/// Edges inside a cluster conduct. So a number is probably right if its boundaries insulate, if
/// readouts that fail differently agree, if the next eigenvalue is much larger and if the partition
/// is likely given α: the score is a weighted sum of these. One cluster is right if even the best
/// of these cuts crosses edges that conduct and leaves no gap between eigenvalues. Weights and
/// limits are fitted to synthetic problems (bench/fit_cluster_count.py).
std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, int most,
                                         Team& team);

/// Position of the largest score; the larger number of clusters among equals.
std::size_t best_count(std::span<const CountEvidence> evidence);

}  // namespace gnac::detail
