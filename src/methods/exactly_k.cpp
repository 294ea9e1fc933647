#include "methods/exactly_k.h"

#include <algorithm>
#include <utility>

#include "graph/knn.h"

namespace gnac::detail {

void split_to(PointsView points, int clusters, std::vector<std::int32_t>& labels) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters));
  for (const auto label : labels) ++size[label];
  if (std::find(size.begin(), size.end(), 0) == size.end()) return;
  std::vector<double> mean(static_cast<std::size_t>(clusters * points.d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      mean[labels[i] * points.d + c] += points(i, c) / static_cast<double>(size[labels[i]]);
    }
  }
  std::vector<std::pair<double, std::int64_t>> far(labels.size());
  for (std::int64_t i = 0; i < points.n; ++i) {
    far[i] = {-squared_distance(points.row(i).data(), &mean[labels[i] * points.d], points.d), i};
  }
  std::sort(far.begin(), far.end());
  auto next = far.begin();
  for (std::int32_t k = 0; k < clusters; ++k) {
    if (size[k] > 0) continue;
    while (size[labels[next->second]] < 2) ++next;
    --size[labels[next->second]];
    labels[next->second] = k;
    size[k] = 1;
    ++next;
  }
}

}  // namespace gnac::detail
