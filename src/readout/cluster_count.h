#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// What speaks for one number of clusters, without labels. Nothing here depends on the number of
/// points or on the scale of eigenvalues, so weights that were fitted to small problems serve large
/// ones.
struct CountEvidence {
  int clusters = 1;
  double agreement = 1;  ///< adjusted Rand index of the spectral and the tree readout
  double nested = 1;     ///< and of the spectral readouts of K and K + 1 clusters
  double boundary = 1;   ///< largest mean α of the edges between two clusters (of 5 edges or more)
  double cut_alpha = 1;  ///< mean α of all edges between clusters; 1 where there is only one
  double level = 0;      ///< log of the K-th eigenvalue beside the largest that was solved for
  double excess_gap = 0;  ///< log of the next eigenvalue over this one, above what a single cluster
                          ///< of the same dimension would have
  double likelihood = 0;  ///< mean over edges: log α inside clusters, log(1 - α) between them
  double score = 0;       ///< in [0, 1], about the adjusted Rand index to expect; the largest wins
};

/// Eigenvalues that the choice looks at: how those beyond the clusters grow tells how a single
/// cluster's would.
inline constexpr int kEigenvalues = 31;

/// The largest number of clusters that a reading should serve, so that numbers up to `most` can be
/// judged: each is judged by the next one too, and by kEigenvalues eigenvalues.
int reading_for(int most, std::int64_t nodes);

/// The evidence for each number of clusters from 1 to `most`, with scores, from a reading that
/// starts at 1 and goes to reading_for(most).
///
/// Edges inside a cluster conduct. So a number is right where its boundaries insulate, where
/// readouts that fail differently agree, where the next eigenvalue is much larger and where α finds
/// the partition likely: a weighted sum of those. One cluster is right where even the best of these
/// cuts goes through edges that conduct and leaves no gap between eigenvalues. Weights and limits
/// are fitted to synthetic problems (bench/fit_cluster_count.py).
std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, int most,
                                         Team& team);

/// Position of the largest score; the larger number of clusters among equals.
std::size_t best_count(std::span<const CountEvidence> evidence);

}  // namespace gnac::detail
