#include "graph/knn/whole_rows.h"

#include <algorithm>

namespace gnac::detail::knn_detail {

WholeRows whole_rows(PointsView points, std::span<const std::int32_t> order, double slack,
                     Team& team) {
  WholeRows out;
  out.points = points;
  out.order = order;
  out.slack = slack;
  out.filter = measure_filter(points, team);
  out.kernels = best_kernels();
  const auto n = std::ssize(order);
  out.rows.resize(static_cast<std::size_t>(n * points.d));
  out.norms.resize(order.size());
  team.for_blocks(n, 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      float* row = out.rows.data() + p * points.d;
      out.norms[p] = out.filter.query(points.row(order[p]).data(), row);
      for (std::int64_t c = 0; c < points.d; ++c) row[c] *= -0.5F;  // query() gives -2â
    }
  });
  return out;
}

void WholeRows::squared(std::span<const Pair> pairs, double* out) const {
  constexpr std::size_t kAside = 8;
  const std::int64_t d = points.d;
  for (std::size_t first = 0; first < pairs.size(); first += kAside) {
    const double* a[kAside];
    const double* b[kAside];
    double sum[kAside]{};
    for (std::size_t l = 0; l < kAside; ++l) {
      const Pair& pair = pairs[std::min(first + l, pairs.size() - 1)];
      a[l] = points.row(order[pair.p]).data();
      b[l] = points.row(order[pair.q]).data();
    }
    for (std::int64_t c = 0; c < d; ++c) {
      for (std::size_t l = 0; l < kAside; ++l) {
        const double difference = a[l][c] - b[l][c];
        sum[l] += difference * difference;
      }
    }
    std::copy_n(sum, std::min(kAside, pairs.size() - first), out + first);
  }
}

}  // namespace gnac::detail::knn_detail
