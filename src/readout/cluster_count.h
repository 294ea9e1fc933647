#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "readout/cut_shape.h"
#include "support/team.h"

namespace gnac::detail {

/// The evidence for one number of clusters K, without labels: about the cut of the view that agrees
/// most with the others (cut_views.h). Nothing here depends on the number of points or columns or
/// on the scale of eigenvalues, so one weighing serves all data.
struct CountEvidence {
  int clusters = 1;
  double agreement = 1;   ///< of that cut with the other views'
  double nested = 1;      ///< adjusted Rand index with the same view's cut into the next number
  double log_odds = 0;    ///< that the edges which it cuts are closed, per edge of the graph
  double explained = 0;   ///< the same, relative to the number that has the most
  double least = 1;       ///< points of its smallest cluster, relative to n/K
  double excess_gap = 0;  ///< log of the next eigenvalue over this one, above what a single cluster
                          ///< of the same dimension would have
  double cut_alpha = 1;   ///< mean α of the edges between its clusters
  double bare_alpha = 1;  ///< the same of the cut by the graph alone (the view `bare`)
  double valley = 0;      ///< how much farther neighbours are at its boundaries than inside its
                          ///< clusters, as a logarithm: 0 if the density does not fall there
  CutShape shape;         ///< of that cut; known for the best number only
  std::int64_t smallest = 0;         ///< points of its smallest cluster
  double sum = 0;                    ///< the weighed evidence; the largest wins
  double score = 0;                  ///< the adjusted Rand index to expect, in [0, 1]
  std::vector<std::int32_t> labels;  ///< the cut
};

/// The user's wishes about the number.
struct CountWish {
  int most = 0;               ///< at most this many clusters; 0: no limit
  std::int64_t smallest = 1;  ///< no cluster with fewer points
  double resolution = 1;      ///< above 1: rather more clusters, below: rather fewer
};

/// The evidence for one cluster, first, and for each of the numbers that were compared, ascending.
struct CountChoice {
  std::vector<CountEvidence> evidence;
  std::size_t best = 0;  ///< position of the answer
  int clusters() const { return evidence[best].clusters; }
};

/// How many clusters there are. Numbers are compared up to kFirstReach, and up to ever larger ones
/// as long as the best is among the largest third, or cuts into those still go through closed
/// edges; the neighbours of the best are compared one by one.
///
/// A number is right if views that fail differently find the same clusters, if the next number
/// only divides one of them, if few edges that conduct are cut and most that do not, if the next
/// eigenvalue is much larger and no cluster is tiny: a sum with round weights. One cluster is right
/// if even the graph's own cut goes through edges that conduct, leaves no gap and runs where points
/// are as dense as elsewhere, and if a normal cloud for each part explains the points no better
/// than one for all: a logistic function fitted to synthetic problems (readout/fitted.h).
inline constexpr int kFirstReach = 20;
CountChoice choose_count(const Graph& graph, PointsView points, std::span<const float> conductance,
                         const CountWish& wish, std::uint64_t seed, Team& team);

/// The largest number to compare: clusters of fewer points than that leaves cannot be told from
/// chance.
int most_compared(std::int64_t points);

}  // namespace gnac::detail
