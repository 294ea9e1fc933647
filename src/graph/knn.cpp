#include "graph/knn.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gnac {

NeighbourLists knn(PointsView points, int k, Team& team) {
  const std::int64_t n = points.n;
  const std::int64_t kept = std::min<std::int64_t>(k, n - 1);
  NeighbourLists lists;
  lists.offset.resize(n + 1);
  for (std::int64_t i = 0; i <= n; ++i) lists.offset[i] = i * kept;
  lists.index.resize(n * kept);
  lists.distance.resize(n * kept);
  team.for_each(n, [&](std::int64_t i) {
    std::vector<std::pair<double, std::int32_t>> all;
    all.reserve(n - 1);
    for (std::int64_t j = 0; j < n; ++j) {
      if (j == i) continue;
      all.emplace_back(squared_distance(points.row(i).data(), points.row(j).data(), points.d),
                       static_cast<std::int32_t>(j));
    }
    std::partial_sort(all.begin(), all.begin() + kept, all.end());
    for (std::int64_t r = 0; r < kept; ++r) {
      lists.distance[i * kept + r] = std::sqrt(all[r].first);
      lists.index[i * kept + r] = all[r].second;
    }
  });
  team.advance(kSearchShare);
  return lists;
}

}  // namespace gnac
