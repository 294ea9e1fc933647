#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distribute.h"
#include "gnac/options.h"
#include "support/team.h"

namespace gnac::detail {

/// A neighbour of an own point; ordered as neighbours are, by (d², id).
struct Neighbour {
  double squared = 0;
  std::int32_t id = 0;
  std::int32_t owner = 0;  ///< the rank that has it
  bool operator<(const Neighbour& other) const {
    return squared < other.squared || (squared == other.squared && id < other.id);
  }
};

/// The min(k, N-1) nearest neighbours of every own point among the points of all ranks: own points
/// × k.
struct OwnNeighbours {
  std::int64_t k = 0;
  std::vector<Neighbour> list;
  std::int64_t queries = 0;  ///< sent to other ranks
  double recall = 1;  ///< the share of the true neighbours in all ranks' lists, from a sample
};

/// First among the own points; then those whose reach touches the box of another rank ask there,
/// for what is nearer than what they have. Exact search gives what knn() finds. Approximate search
/// takes approximate_knn()'s way among the own points of a large rank, and the exact one elsewhere:
/// on one rank it finds what approximate_knn() does, and what it misses depends on the number of
/// ranks, not on that of threads.
OwnNeighbours find_neighbours(Comm& comm, const OwnPoints& own, int k, NeighborSearch search,
                              Team& team);

}  // namespace gnac::detail
