#include "graph/knn/whole_rows.h"

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
  squared_distances(
      std::ssize(pairs), points.d,
      [&](std::int64_t a) { return points.row(order[pairs[a].p]).data(); },
      [&](std::int64_t a) { return points.row(order[pairs[a].q]).data(); }, out);
}

}  // namespace gnac::detail::knn_detail
