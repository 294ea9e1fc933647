#include "model/distinct_points.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

namespace gnac::detail {

std::int64_t distinct_points(PointsView points, std::int64_t enough) {
  const auto hash = [&](std::int64_t i) {
    std::size_t sum = 0;
    for (const double x : points.row(i)) sum = sum * 1'000'003 + std::hash<double>()(x);
    return sum;
  };
  const auto equal = [&](std::int64_t a, std::int64_t b) {
    return std::ranges::equal(points.row(a), points.row(b));
  };
  std::unordered_set<std::int64_t, decltype(hash), decltype(equal)> seen(0, hash, equal);
  for (std::int64_t i = 0; i < points.n && std::ssize(seen) < enough; ++i) seen.insert(i);
  return std::ssize(seen);
}

}  // namespace gnac::detail
