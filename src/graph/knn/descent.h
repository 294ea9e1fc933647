#pragma once

#include <cstdint>

#include "graph/knn/rough_lists.h"
#include "graph/knn/rough_rows.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// Improves lists by the neighbours of neighbours, forwards and backwards, as NN-descent does
/// (Dong, Moses and Li, "Efficient k-nearest neighbor graph construction for generic similarity
/// measures", 2011). In a round each list looks at all others as they were before it, so the
/// outcome does not depend on threads; a round looks only at pairs that the previous round made
/// possible. Of each list the first `looked_at` entries lead on. Advances the team's progress from
/// `from` to `to`.
void descend(const RoughRows& rows, RoughLists& lists, std::int64_t looked_at, double from,
             double to, Team& team);

}  // namespace gnac::detail::knn_detail
