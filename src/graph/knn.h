#pragma once

#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// d²(i, j): the squared differences added column by column in double. The one definition of a
/// squared distance; symmetric in its arguments to the last bit.
inline double squared_distance(const double* a, const double* b, std::int64_t d) {
  double sum = 0;
  for (std::int64_t c = 0; c < d; ++c) {
    const double difference = a[c] - b[c];
    sum += difference * difference;
  }
  return sum;
}

/// The min(k, N-1) nearest neighbours of every point, exactly: self left out by index, order and
/// ties by (d², index). Values must be finite, N >= 1 and k >= 1. Advances the team's progress from
/// 0 to kSearchShare.
NeighbourLists knn(PointsView points, int k, Team& team);

/// The result of an approximate search.
struct ApproximateNeighbours {
  NeighbourLists lists;  ///< like those of knn(): true distances in the same order
  double recall = 1;     ///< the share of the true neighbours in them, from a sample of the points
};

/// Like knn() at a fraction of its cost in many dimensions: a forest of random projections, then
/// the neighbours of neighbours. In fewer than five dimensions, where that is faster, and for more
/// than 128 neighbours it is the exact search. The draws are fixed, so the lists are the same at
/// any number of threads.
ApproximateNeighbours approximate_knn(PointsView points, int k, Team& team);

/// The share of building a graph that the search takes, for progress.
inline constexpr double kSearchShare = 0.9;

}  // namespace gnac::detail
