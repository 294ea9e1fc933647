#include "graph/knn/rough_rows.h"

namespace gnac::detail::knn_detail {

RoughRows rough_rows(const LeafTree& tree, const Filter& filter, const WholeRows* whole,
                     Team& team) {
  RoughRows out;
  const bool reduced = whole != nullptr;
  out.whole = whole;
  if (reduced) {
    const double ratio = whole->filter.scale / filter.scale;
    out.unit = static_cast<float>(ratio * ratio);
  }
  out.kernels = best_kernels();
  out.n = tree.n;
  out.d = reduced ? tree.d - 1 : tree.d;
  out.rows.resize(static_cast<std::size_t>(out.n * out.d));
  out.rest.resize(static_cast<std::size_t>(out.n));
  team.for_blocks(out.n, 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      const double* x = tree.row(p);
      for (std::int64_t c = 0; c < out.d; ++c)
        out.rows[p * out.d + c] = static_cast<float>((x[c] - filter.centre[c]) * filter.scale);
      if (reduced) out.rest[p] = static_cast<float>(x[out.d] * filter.scale);
    }
  });
  return out;
}

}  // namespace gnac::detail::knn_detail
