#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "gnac/points.h"
#include "graph/knn.h"
#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// squared_distance() of `count` pairs of rows, left(a) and right(a), several side by side: a sum
/// in a fixed order waits for each of its additions.
template <class Left, class Right>
void squared_distances(std::int64_t count, std::int64_t d, const Left& left, const Right& right,
                       double* out) {
  constexpr std::int64_t kAside = 8;
  for (std::int64_t first = 0; first < count; first += kAside) {
    const double* a[kAside];
    const double* b[kAside];
    double sum[kAside]{};
    for (std::int64_t l = 0; l < kAside; ++l) {
      a[l] = left(std::min(first + l, count - 1));
      b[l] = right(std::min(first + l, count - 1));
    }
    for (std::int64_t c = 0; c < d; ++c) {
      for (std::int64_t l = 0; l < kAside; ++l) {
        const double difference = a[l][c] - b[l][c];
        sum[l] += difference * difference;
      }
    }
    std::copy_n(sum, std::min(kAside, count - first), out + first);
  }
}

/// The points in all of their columns, by position, if the search sees a Reduction of them: what
/// that does not rule out is compared in single precision, and what is left in double.
struct WholeRows {
  PointsView points;
  std::span<const std::int32_t> order;  ///< position -> point
  double slack = 0;                     ///< of the reduction
  Filter filter;                        ///< its measures; without leaves
  std::vector<float> rows;              ///< n×d by position, as Filter rounds them
  std::vector<double> norms;            ///< n, from Filter::query
  Kernels kernels;

  /// Two positions.
  struct Pair {
    std::int64_t p = 0;
    std::int64_t q = 0;
  };

  /// squared_distance() of each pair.
  void squared(std::span<const Pair> pairs, double* out) const;

  /// False only if the squared distance of p and q is above `most`.
  bool may_be_within(std::int64_t p, std::int64_t q, double most) const {
    if (!(most < kHuge) || !filter.resolves(norms[p], most)) return true;
    const float product =
        kernels.inner(rows.data() + p * points.d, rows.data() + q * points.d, points.d);
    return static_cast<float>(norms[q]) * kRoundedDown - 2 * product <=
           filter.limit(norms[p], most);
  }

  static constexpr double kHuge = 1e300;
  static constexpr float kRoundedDown = 1 - 0x1.0p-22F;
};

/// `order` must outlive the result.
WholeRows whole_rows(PointsView points, std::span<const std::int32_t> order, double slack,
                     Team& team);

/// The largest d² that rows of a reduction may have if the points' own d² is `squared`.
inline double widened(const WholeRows* whole, double squared) {
  if (whole == nullptr || !(squared < WholeRows::kHuge)) return squared;
  const double reach = std::sqrt(squared) + whole->slack;
  return reach * reach * (1 + 1e-12);
}

}  // namespace gnac::detail::knn_detail
