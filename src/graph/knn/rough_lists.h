#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail::knn_detail {

/// A list this long is filled by the leaf of any tree of the forest.
inline constexpr std::int64_t kMostRough = 128;

/// k neighbours of every position of a tree, as positions; each list ascends by (d², index of the
/// point), like all neighbour lists.
struct RoughLists {
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::span<const std::int32_t> index;  ///< of the point at each position
  std::vector<std::int32_t> neighbour;  ///< n×k; -1 past the last one found
  std::vector<double> squared;          ///< n×k; infinite there

  RoughLists(std::span<const std::int32_t> index_of_position, std::int64_t neighbours);

  /// d² of the last entry in the list of p: anything farther need not be offered.
  double reach(std::int64_t p) const { return squared[(p + 1) * k - 1]; }

  /// Puts position r, at d² = `square`, in its place in the list of p. Returns that place, or -1 if
  /// r is too far or in the list already.
  std::int64_t offer(std::int64_t p, std::int32_t r, double square);
};

}  // namespace gnac::detail::knn_detail
