#include "model/different_points.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace gnac::detail {

int different_points(PointsView points, int enough) {
  const auto before = [&](std::int64_t a, std::int64_t b) {
    return std::ranges::lexicographical_compare(points.row(a), points.row(b));
  };
  std::set<std::int64_t, decltype(before)> seen(before);
  for (std::int64_t i = 0; i < points.n && std::ssize(seen) < enough; ++i) seen.insert(i);
  return static_cast<int>(seen.size());
}

}  // namespace gnac::detail
