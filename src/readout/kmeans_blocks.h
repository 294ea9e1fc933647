#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/aligned.h"
#include "support/team.h"

namespace gnac::detail {

/// fn(block, begin, end) over fixed blocks of [0, n), on the team or, without one (if the start
/// already runs inside a team), one after the other. The blocks do not depend on that choice.
template <class Fn>
void over_blocks(Team* team, std::int64_t n, std::int64_t block, Fn&& fn) {
  const auto one = [&](std::int64_t b) { fn(b, b * block, std::min(n, b * block + block)); };
  const std::int64_t blocks = (n + block - 1) / block;
  if (team != nullptr) {
    team->for_each(blocks, one);
  } else {
    for (std::int64_t b = 0; b < blocks; ++b) one(b);
  }
}

/// The points column by column, so that loops over the points vectorise.
inline Buffer<double> by_column(PointsView points) {
  Buffer<double> columns(static_cast<std::size_t>(points.n * points.d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) columns[c * points.n + i] = points(i, c);
  }
  return columns;
}

/// Points per block: enough that K×d partial sums per block stay below a copy of the points.
inline std::int64_t kmeans_block(std::int64_t clusters) {
  return std::max<std::int64_t>(1024, 2 * clusters);
}

}  // namespace gnac::detail
