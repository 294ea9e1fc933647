#pragma once

#include <span>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/stages.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac {

/// Ranks, affinity, spectrum, labels.
/// Exactly `clusters` labels, 1 <= clusters <= graph.nodes.
Partition partition_graph(const Graph& graph, PointsView points,
                          std::span<const double> edge_distance, int clusters,
                          const Options& options, Team& team);

/// The partition into `clusters` from a spectrum that serves that many; its affinity is left empty.
/// - As many components as clusters: the components.
/// - More components: the closest are joined first (single linkage of the points).
/// - Fewer: each component is divided into as many clusters as it has eigenvalues among the
/// smallest,
///   by k-means++ on the rows of its embedding.
Partition partition_spectrum(const Spectrum& spectrum, const Graph& graph, PointsView points,
                             int clusters, const Options& options, Team& team);

/// Bytes that partition_graph takes beside its arguments, at most.
double readout_bytes(std::int64_t nodes, std::int64_t edges, int clusters);

}  // namespace gnac
