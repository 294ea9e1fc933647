#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distribute.h"
#include "gnac/options.h"
#include "support/team.h"

namespace gnac::detail {

/// A neighbour of an own point; ordered like all neighbours, by (separation, id).
struct Neighbour {
  double squared = 0;  ///< separation(): the sum of absolute differences for Metric::manhattan
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
  Metric metric = Metric::euclidean;
  std::vector<Neighbour> list;
  std::int64_t queries = 0;  ///< sent to other ranks
};

/// Searches the own points first; then points whose reach touches the box of another rank ask there
/// for anything nearer. They are those of knn() at any number of ranks.
OwnNeighbours find_neighbours(Comm& comm, const OwnPoints& own, int k, Metric metric, Team& team);

}  // namespace gnac::detail
