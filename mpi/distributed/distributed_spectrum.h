#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distributed_components.h"
#include "distributed/eigenpairs.h"
#include "distributed/local_graph.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// This rank's rows of a component's embedding, by ascending id.
struct EmbeddingPart {
  std::int32_t component = 0;
  std::vector<std::int32_t> id;
  std::int64_t columns = 0;
  std::vector<double> rows;  ///< ids×columns: eigenvectors divided by √degree
};

struct DistributedSpectrum {
  Spectrum spectrum;  ///< eigenvalues on every rank; nodes and embedding only at the root, and only
                      ///< of components solved there
  std::vector<EmbeddingPart> parts;  ///< of components that all ranks solved together
};

/// The lower spectrum of each component with `count` of its eigenpairs. If only one is wanted, the
/// known one, the component has no nodes and no embedding. Components of few nodes are solved at
/// the root as on one machine; the others by all ranks, from the same start
/// vectors at any number of them.
DistributedSpectrum distributed_spectrum(Comm& comm, const LocalGraph& local,
                                         const LocalComponents& components,
                                         std::span<const double> affinity, int clusters,
                                         std::span<const std::int64_t> count, std::uint64_t seed,
                                         Team& team, SolverFacts& facts);

}  // namespace gnac::detail
