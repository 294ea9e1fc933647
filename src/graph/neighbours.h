#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnac {

/// A directed neighbour relation N(i) with its distances, before symmetrisation. The lists of an
/// exact kNN all have min(k, N-1) entries; those of a corrupted or a user's relation may have any
/// number. Within a list: no self, no repeats, ascending by (distance, index).
struct NeighbourLists {
  std::vector<std::int64_t> offset;  ///< nodes + 1
  std::vector<std::int32_t> index;   ///< list of i: [offset[i], offset[i+1])
  std::vector<double> distance;      ///< per entry, not squared

  std::int64_t nodes() const { return static_cast<std::int64_t>(offset.size()) - 1; }
  std::int64_t size(std::int64_t i) const { return offset[i + 1] - offset[i]; }
  std::span<const std::int32_t> indices(std::int64_t i) const {
    return {index.data() + offset[i], static_cast<std::size_t>(size(i))};
  }
  std::span<const double> distances(std::int64_t i) const {
    return {distance.data() + offset[i], static_cast<std::size_t>(size(i))};
  }
};

}  // namespace gnac
