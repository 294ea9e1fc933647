#pragma once

#include "gnac/points.h"
#include "graph/knn/rough_lists.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// Fills empty lists from a forest (Dasgupta and Freund, "Random projection trees and low
/// dimensional manifolds", 2008): each tree halves the points repeatedly along the line through two
/// random ones and compares all points within a leaf. `rows` are the points by position. The draws
/// depend on the positions alone, so the lists are the same at any number of threads. Advances the
/// team's progress from 0 to `progress_to`.
void grow_forest(PointsView rows, RoughLists& lists, double progress_to, Team& team);

}  // namespace gnac::detail::knn_detail
