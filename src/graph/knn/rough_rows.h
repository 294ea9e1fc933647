#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// The points of a tree as a rough search sees them: in single precision, by position, centred and
/// scaled as a filter does it. Points that were reduced to some directions and the length of the
/// rest, (y, s), have their whole rows too.
struct RoughRows {
  std::int64_t n = 0;
  std::int64_t d = 0;
  std::vector<float> rows;           ///< n×d, without s
  std::vector<float> rest;           ///< n: s, or 0
  const WholeRows* whole = nullptr;  ///< where points were reduced
  float unit = 1;                    ///< d² of whole rows / d² of rows
  Kernels kernels;

  const float* row(std::int64_t p) const { return rows.data() + p * d; }

  /// d² of two positions, or infinity if that is above `most`; of whole rows where there are any,
  /// if what they were reduced to does not rule that out.
  float squared(std::int64_t p, std::int64_t r, float most) const {
    const float inside = kernels.apart(row(p), row(r), d);
    if (whole == nullptr) return inside;
    const float lengths = rest[p] - rest[r];
    if ((inside + lengths * lengths) * unit > most) return std::numeric_limits<float>::infinity();
    const std::int64_t columns = whole->points.d;
    return kernels.apart(whole->rows.data() + p * columns, whole->rows.data() + r * columns,
                         columns);
  }
};

/// `whole` may be null; it must outlive the result.
RoughRows rough_rows(const LeafTree& tree, const Filter& filter, const WholeRows* whole,
                     Team& team);

}  // namespace gnac::detail::knn_detail
