#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// What speaks for one number of clusters, without labels.
struct CountEvidence {
  int clusters = 1;
  ReadoutKind readout = ReadoutKind::spectral;  ///< of the partition chosen for it
  double agreement = 1;                         ///< of the three readouts: mean adjusted Rand index
  double boundary = 1;   ///< largest mean α of the edges between two clusters (of 5 edges or more)
  double cut_alpha = 1;  ///< mean α of all edges between clusters; 1 where there is only one
  double worst_cut = 0;  ///< share of affinity that a cluster loses at most
  double smallest = 1;   ///< nodes of the smallest cluster, as a share of n/K
  double eigenvalue = 0;       ///< the K-th smallest of the graph
  double next_eigenvalue = 0;  ///< and the one after it
  double likelihood = 0;  ///< mean over edges: log α inside clusters, log(1 - α) between them
  double score = 0;       ///< in [0, 1], about the adjusted Rand index to expect; the largest wins
};

/// The evidence for each number of clusters from 1 to reading.most - 1, with scores: a number is
/// judged by the next one too, so the reading goes one further. It starts at 1.
///
/// Edges inside a cluster conduct. So a number is right where its boundaries insulate, where
/// readouts that fail differently agree, where the next eigenvalue is much larger and where α finds
/// the partition likely; and 1 is right where even the best cut into more goes through edges that
/// conduct. The weights of these statistics are fitted to synthetic problems
/// (bench/fit_cluster_count.py).
std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, Team& team);

/// Position of the largest score; the larger number of clusters among equals.
std::size_t best_count(std::span<const CountEvidence> evidence);

}  // namespace gnac::detail
