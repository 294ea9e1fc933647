#pragma once

#include <span>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/stages.h"
#include "readout/reading.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// Ranks, affinity, spectrum, labels.
/// Exactly `clusters` labels, 1 <= clusters <= graph.nodes.
Partition partition_graph(const Graph& graph, PointsView points,
                          std::span<const double> edge_distance, int clusters,
                          const Options& options, Team& team);

/// The partition into `clusters` from a spectrum computed for at least that many; its affinity is
/// left empty.
/// - As many components as clusters: the components.
/// - More components: the closest are joined first (single linkage of the points).
/// - Fewer: each component is divided, by k-means++ on the rows of its embedding, into as many
///   clusters as it has eigenvalues among the smallest.
Partition partition_spectrum(const Spectrum& spectrum, const Graph& graph, PointsView points,
                             int clusters, const Options& options, Team& team);

/// Exactly `clusters` labels from a conductance in [0, 1] per edge, by options.readout. Only the
/// eigensolver's start is random, and the answer does not depend on it beyond rounding. `points`
/// may have no columns.
struct ConductancePartition {
  Partition partition;
  Confidence confidence;
};
ConductancePartition partition_conductance(const Graph& graph, PointsView points,
                                           std::span<const float> conductance, int clusters,
                                           const Options& options, Team& team);

/// As above from a reading that serves this many clusters; the partition's affinity is left empty.
/// A reading of groups gets the spectrum of every node if that is needed.
ConductancePartition partition_reading(Reading& reading, const Graph& graph, PointsView points,
                                       int clusters, const Options& options, Team& team);

/// An upper bound on the bytes that partition_graph and partition_conductance need in addition to
/// their arguments.
double readout_bytes(std::int64_t nodes, std::int64_t edges, int clusters);

}  // namespace gnac::detail
