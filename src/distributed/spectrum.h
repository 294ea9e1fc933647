#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/comm.h"
#include "distributed/components.h"
#include "distributed/local_graph.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac {

/// What the eigensolver did.
struct SolverFacts {
  std::int64_t products = 0;   ///< of the matrix and a vector
  double residual = 0;         ///< largest ‖Lu - λu‖
  double product_seconds = 0;  ///< of this rank, exchange included
};

/// The lower spectrum of each component with `count` of its eigenpairs, at the root; elsewhere the
/// embeddings are empty. A component of which one pair is wanted, which is known, has no nodes and
/// no embedding. Components of few nodes are solved at the root as one machine would; the others by
/// SLEPc, from the same start vector at any number of ranks.
Spectrum spectrum_together(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                           std::span<const double> affinity, int clusters,
                           std::span<const std::int64_t> count, std::uint64_t seed, Team& team,
                           SolverFacts& facts);

/// SLEPc and PETSc, for as long as this lives; after MPI_Init and before MPI_Finalize.
class SolverLibrary {
 public:
  SolverLibrary();
  ~SolverLibrary();
  SolverLibrary(const SolverLibrary&) = delete;
  SolverLibrary& operator=(const SolverLibrary&) = delete;
};

}  // namespace gnac
