#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/excerpt.h"
#include "readout/reading.h"
#include "readout/survival.h"
#include "support/team.h"

namespace gnac::detail {

/// The evidence for one number of clusters, without labels. Nothing here depends on the number of
/// points or on the scale of eigenvalues, so weights fitted to small problems also suit large ones.
struct CountEvidence {
  int clusters = 1;
  double agreement = 1;   ///< adjusted Rand index of the spectral and the tree readout
  double nested = 1;      ///< and of the spectral readouts of K and K + 1 clusters
  double boundary = 1;    ///< largest mean α of the edges between two clusters
  double cut_alpha = 1;   ///< mean α of all edges between clusters; 1 where there is only one
  double contrast = 0;    ///< by how much the faintest boundary conducts less than what it divides
  double level = 0;       ///< log of the K-th eigenvalue over the largest that was solved for
  double excess_gap = 0;  ///< log of the next eigenvalue over this one, above what a single cluster
                          ///< of the same dimension would have
  double likelihood = 0;  ///< of α, as a mean log over edges, above that of one cluster
  double least = 1;       ///< nodes of the smallest cluster, relative to n/K
  double survival = 0;    ///< see survival(); known of the best cut into several only
  double steadiness = 0;  ///< see steadiness(); known of the best cut into several only
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
/// Edges inside a cluster conduct. So a number is right where its boundaries insulate, where
/// readouts that fail differently agree, where the next eigenvalue is much larger, where no cluster
/// is tiny and where α finds the partition likely: a weighted sum of those. One cluster is right
/// where even the best of these cuts goes through edges that conduct, leaves no gap between
/// eigenvalues, does not survive another look at the points, has no contrast and is not what
/// excerpts of fewer points find: a logistic function of these. The weights are fitted to synthetic
/// problems (lab/bench). If there are excerpts, their evidence counts as much as that
/// of all points.
std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, int most,
                                         const Variations& variations,
                                         std::span<const Excerpt> excerpts, Team& team);

/// What the scores are made of, without scores: for fitting.
std::vector<CountEvidence> gather_evidence(const Reading& reading, const Graph& graph, int most,
                                           std::span<const Excerpt> excerpts, Team& team);

/// Mean adjusted Rand index of the spectral cut of all points with those of the excerpts; without
/// excerpts, the agreement of two readouts in its place.
double steadiness(const CountEvidence& evidence, std::span<const std::int32_t> labels,
                  std::span<const Excerpt> excerpts, Team& team);

/// Position of the largest score; the larger number of clusters among equals.
std::size_t best_count(std::span<const CountEvidence> evidence);

}  // namespace gnac::detail
