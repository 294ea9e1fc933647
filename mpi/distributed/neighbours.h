#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distribute.h"
#include "gnac/options.h"
#include "support/team.h"

namespace gnac::detail {

/// A neighbour of an own point; ordered like all neighbours, by (d², id).
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

/// Searches the own points first; then points whose reach touches the box of another rank ask there
/// for anything nearer. Exact search, which is also the automatic one here, finds what knn() finds.
/// Approximate search is approximate_knn()'s among the own points of a large rank, and exact
/// everywhere else: what it misses depends on the number of ranks, but not of threads.
OwnNeighbours find_neighbours(Comm& comm, const OwnPoints& own, int k, NeighborSearch search,
                              Team& team);

}  // namespace gnac::detail
