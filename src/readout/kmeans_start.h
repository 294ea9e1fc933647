#pragma once

#include <vector>

#include "gnac/points.h"
#include "support/random.h"
#include "support/team.h"

namespace gnac::detail {

/// K×d starting centres by greedy k-means++ (Arthur and Vassilvitskii, SODA 2007; the greedy
/// variant named there and used by scikit-learn): each further centre is the best of 2 + ⌊ln K⌋
/// points drawn with probability proportional to the squared distance to the nearest centre so far.
/// If every point already lies on a centre, further centres are drawn uniformly. `team` may be
/// null.
std::vector<double> kmeans_start(PointsView points, int clusters, Draws draws, Team* team);

}  // namespace gnac::detail
