#pragma once

#include <cmath>
#include <cstdint>

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

/// Σ|a - b|, column by column in double.
inline double absolute_distance(const double* a, const double* b, std::int64_t d) {
  double sum = 0;
  for (std::int64_t c = 0; c < d; ++c) sum += std::abs(a[c] - b[c]);
  return sum;
}

/// The number by which neighbours are ordered, for rows that apply_metric() has changed: the sum of
/// absolute differences for Metric::manhattan, else d².
inline double separation(Metric metric, const double* a, const double* b, std::int64_t d) {
  return metric == Metric::manhattan ? absolute_distance(a, b, d) : squared_distance(a, b, d);
}

/// The distance of two points from their separation.
inline double distance_of(Metric metric, double separation) {
  return metric == Metric::manhattan ? separation : std::sqrt(separation);
}

/// The min(k, N-1) nearest neighbours of every point, exactly: self left out by index, order and
/// ties by (separation, index). Values must be finite, N >= 1 and k >= 1. Rows are those of
/// apply_metric(). Advances the team's progress from 0 to kSearchShare.
NeighborLists knn(PointsView points, int k, Team& team, Metric metric = Metric::euclidean);

/// The result of a search that need not be exact.
struct FoundNeighbours {
  NeighborLists lists;  ///< like those of knn(): true distances in the same order
  NeighborSearch search = NeighborSearch::exact;  ///< how they were found: exact or approximate
  double recall = 1;  ///< the share of the true neighbours in them, from a sample of the points
};

/// The least recall of an approximate search.
inline constexpr double kLeastRecall = 0.99;

/// Columns × pairs that an exact search may compare before the automatic one turns to
/// approximation: up to here it takes about two seconds of one core.
inline constexpr double kCheapSearch = 4e10;

/// Like knn() with fewer comparisons: only of points that fell together when all were halved along
/// random directions, again and again, as often as the recall on a sample needs (knn/halving.h). It
/// is the exact search if that compares no more, for fewer than 2,000 points, in fewer than five
/// dimensions and for Metric::manhattan. The lists are the same at any number of threads.
FoundNeighbours approximate_knn(PointsView points, int k, Team& team,
                                Metric metric = Metric::euclidean);

/// The search that the options ask for. NeighborSearch::automatic counts the columns × pairs
/// that the exact search has to compare for a sample of the points, which follows N, d and how far
/// the points spread over their columns; it is exact up to `cheap`.
FoundNeighbours search_neighbours(PointsView points, int k, NeighborSearch search, Team& team,
                                  Metric metric = Metric::euclidean, double cheap = kCheapSearch);

/// Whether that may be an approximate one for points of this size.
bool may_be_approximate(NeighborSearch search, std::int64_t n, std::int64_t d,
                        double cheap = kCheapSearch);

/// The share of building a graph that the search takes, for progress.
inline constexpr double kSearchShare = 0.9;

}  // namespace gnac::detail
