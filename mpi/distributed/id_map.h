#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail {

/// From ids to their places in a list of distinct ids. Open addressing, two words per id.
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(std::span<const std::int32_t> ids)
      : slot_(std::bit_ceil(2 * ids.size() + 2), -1), ids_(ids) {
    for (std::size_t place = 0; place < ids.size(); ++place)
      slot_[find_slot(ids[place])] = static_cast<std::int32_t>(place);
  }

  /// -1 if it is not among them.
  std::int32_t find(std::int32_t id) const { return slot_[find_slot(id)]; }

 private:
  std::size_t find_slot(std::int32_t id) const {
    const std::size_t mask = slot_.size() - 1;
    std::size_t at = (static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15U >> 24) & mask;
    while (slot_[at] >= 0 && ids_[slot_[at]] != id) at = (at + 1) & mask;
    return at;
  }

  std::vector<std::int32_t> slot_;
  std::span<const std::int32_t> ids_;
};

}  // namespace gnac::detail
