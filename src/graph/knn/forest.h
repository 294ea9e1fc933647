#pragma once

#include "gnac/points.h"
#include "graph/knn/rough_lists.h"
#include "graph/knn/whole_rows.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// Fills or improves lists from a forest (Dasgupta and Freund, "Random projection trees and low
/// dimensional manifolds", 2008): each tree halves the points repeatedly along the line through two
/// random ones and compares all points within a leaf. `rows` are the points by position, or the
/// reduction of `whole`, which may be null. The draws
/// depend on the positions and the effort alone, so the lists are the same at any number of
/// threads. Each further effort, from 0 on, has other trees and is content with less. Advances the
/// team's progress from 0 to `progress_to`.
void grow_forest(PointsView rows, const WholeRows* whole, RoughLists& lists, int effort,
                 double progress_to, Team& team);

}  // namespace gnac::detail::knn_detail
