#include "graph/knn/rough_lists.h"

#include <algorithm>
#include <limits>

namespace gnac::detail::knn_detail {

RoughLists::RoughLists(std::int64_t positions, std::int64_t list_length)
    : n(positions),
      length(list_length),
      neighbour(static_cast<std::size_t>(n * length), -1),
      squared(static_cast<std::size_t>(n * length), std::numeric_limits<float>::infinity()),
      fresh(static_cast<std::size_t>(n * length), 0) {}

bool RoughLists::offer(std::int64_t p, std::int32_t r, float square) {
  std::int32_t* list = neighbour.data() + p * length;
  float* own = squared.data() + p * length;
  std::uint8_t* own_fresh = fresh.data() + p * length;
  const auto before = [&](std::int64_t a) {
    return square < own[a] || (square == own[a] && r < list[a]);
  };
  if (!before(length - 1) || std::find(list, list + length, r) != list + length) return false;
  std::int64_t a = length - 1;
  for (; a > 0 && before(a - 1); --a) {
    list[a] = list[a - 1];
    own[a] = own[a - 1];
    own_fresh[a] = own_fresh[a - 1];
  }
  list[a] = r;
  own[a] = square;
  own_fresh[a] = 1;
  return true;
}

}  // namespace gnac::detail::knn_detail
