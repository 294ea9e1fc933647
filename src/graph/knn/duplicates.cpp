#include "graph/knn/duplicates.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gnac::detail::knn_detail {
namespace {

std::uint64_t hash_of(PointsView points, std::int64_t i) {
  std::uint64_t hash = 0;
  for (const double value : points.row(i)) {
    hash ^= std::bit_cast<std::uint64_t>(value + 0.0);  // -0 equals 0
    hash *= 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

bool equal(PointsView points, std::int64_t i, std::int64_t j) {
  return std::equal(points.row(i).begin(), points.row(i).end(), points.row(j).begin());
}

}  // namespace

Duplicates find_duplicates(PointsView points, std::int64_t k, Team& team) {
  std::vector<std::pair<std::uint64_t, std::int32_t>> keys(points.n);
  team.for_blocks(points.n, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      keys[i] = {hash_of(points, i), static_cast<std::int32_t>(i)};
    }
  });
  std::sort(keys.begin(), keys.end());

  Duplicates found;
  found.kept.reserve(points.n);
  for (std::int64_t begin = 0, end = 0; begin < points.n; begin = end) {
    while (end < points.n && keys[end].first == keys[begin].first) ++end;
    // Unequal points with equal hashes all stay, which is right, if slow.
    bool surplus = end - begin > k + 1;
    for (std::int64_t m = begin; surplus && m < end; ++m) {
      surplus = equal(points, keys[begin].second, keys[m].second);
    }
    const std::int64_t kept_end = surplus ? begin + k + 1 : end;
    for (std::int64_t m = begin; m < kept_end; ++m) found.kept.push_back(keys[m].second);
    for (std::int64_t m = kept_end; m < end; ++m) {
      found.surplus.push_back({keys[m].second, std::ssize(found.members)});
    }
    if (!surplus) continue;
    for (std::int64_t m = begin; m < begin + k; ++m) found.members.push_back(keys[m].second);
  }
  std::sort(found.kept.begin(), found.kept.end());
  return found;
}

}  // namespace gnac::detail::knn_detail
