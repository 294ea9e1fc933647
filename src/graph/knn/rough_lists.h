#pragma once

#include <cstdint>
#include <vector>

namespace gnac::detail::knn_detail {

/// The most neighbours that an approximate search is asked for.
inline constexpr std::int64_t kMostRough = 128;

/// Candidates for the neighbours of every position of a tree, as positions, more than are asked
/// for: their distances are rough, and what is left out of a list is not looked at again. Each list
/// ascends by (rough d², position).
struct RoughLists {
  std::int64_t n = 0;
  std::int64_t length = 0;              ///< of each list
  std::vector<std::int32_t> neighbour;  ///< n×length; -1 past the last one found
  std::vector<float> squared;           ///< n×length; infinite there
  std::vector<std::uint8_t> fresh;  ///< n×length: 1 for entries that descend() has not followed

  RoughLists(std::int64_t positions, std::int64_t list_length);

  /// d² of the last entry in the list of p: anything farther need not be offered.
  float reach(std::int64_t p) const { return squared[(p + 1) * length - 1]; }

  /// Puts position r, at d² = `square`, in its place in the list of p. False if r is too far or in
  /// the list already.
  bool offer(std::int64_t p, std::int32_t r, float square);
};

}  // namespace gnac::detail::knn_detail
