#include "graph/knn/rough_lists.h"

#include <algorithm>
#include <limits>

namespace gnac::detail::knn_detail {

RoughLists::RoughLists(std::span<const std::int32_t> index_of_position, std::int64_t neighbours)
    : n(std::ssize(index_of_position)),
      k(neighbours),
      index(index_of_position),
      neighbour(static_cast<std::size_t>(n * k), -1),
      squared(static_cast<std::size_t>(n * k), std::numeric_limits<double>::infinity()) {}

std::int64_t RoughLists::offer(std::int64_t p, std::int32_t r, double square) {
  std::int32_t* list = neighbour.data() + p * k;
  double* own = squared.data() + p * k;
  const auto before = [&](std::int64_t a) {
    return square < own[a] || (square == own[a] && list[a] >= 0 && index[r] < index[list[a]]);
  };
  if (!before(k - 1) || std::find(list, list + k, r) != list + k) return -1;
  std::int64_t a = k - 1;
  for (; a > 0 && before(a - 1); --a) {
    list[a] = list[a - 1];
    own[a] = own[a - 1];
  }
  list[a] = r;
  own[a] = square;
  return a;
}

}  // namespace gnac::detail::knn_detail
