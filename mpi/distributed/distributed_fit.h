#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "distributed/comm.h"
#include "gnac/options.h"
#include "support/team.h"

namespace gnac::detail {

/// One stage of a run, as one rank saw it.
struct StageFacts {
  const char* name = "";
  double seconds = 0;
  double cpu_seconds = 0;       ///< of all threads of the rank
  std::int64_t bytes_sent = 0;  ///< to other ranks
  std::int64_t peak_bytes = 0;  ///< of the rank's memory, from the start to the end of the stage
};

/// The work of one rank.
struct RankFacts {
  std::int64_t points = 0;
  std::int64_t ghosts = 0;
  std::int64_t edges = 0;    ///< with an own end
  std::int64_t queries = 0;  ///< for neighbours, to other ranks
  std::int64_t peak_bytes = 0;
  std::vector<StageFacts> stages;
};

/// The answer, complete at the root only.
struct DistributedFit {
  std::int64_t n = 0;
  std::int64_t d = 0;
  int neighbors = 0;
  std::int64_t edges = 0;
  std::int32_t components = 0;
  std::int64_t products = 0;
  std::int64_t preconditioned = 0;  ///< steps of the preconditioned eigensolver; 0: not needed
  double residual = 0;
  std::vector<double> eigenvalues;   ///< the K smallest
  std::vector<std::int32_t> labels;  ///< in the order of the input
  std::vector<RankFacts> ranks;
};

/// Checks a request before anything is read; throws Error. What would need all points in one place
/// is not supported: the number of clusters must be given, the rule must be the universal one with
/// the spectral readout, and columns are scaled by deviations or not at all.
void check_request(int clusters, const Options& options);

/// fit() of the universal rule on the points of all ranks. The neighbours, features, conductances
/// and affinities are those of one machine to the last bit, whatever the number of ranks, where the
/// search is exact. All ranks call it and all throw the same Error.
DistributedFit distributed_fit(Comm& comm, const std::vector<std::string>& paths, int clusters,
                               const Options& options, Team& team);

}  // namespace gnac::detail
