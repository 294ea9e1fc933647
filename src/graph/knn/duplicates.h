#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// If more than k + 1 points are equal, only the k + 1 of smallest index can be neighbours of any:
/// in every list, k of those come before any other. The others are left out of the search, which
/// would otherwise compare every pair of a mass of duplicates; their own neighbours are the first
/// k.
struct Duplicates {
  struct Surplus {
    std::int32_t point;
    std::int64_t first;  ///< where the k smallest indices of its equals begin in `members`
  };
  std::vector<std::int32_t> kept;     ///< ascending
  std::vector<Surplus> surplus;       ///< kept and surplus are all points
  std::vector<std::int32_t> members;  ///< points in runs of equals, each ascending
};

Duplicates find_duplicates(PointsView points, std::int64_t k, Team& team);

}  // namespace gnac::detail::knn_detail
