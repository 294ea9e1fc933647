#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "support/random.h"

namespace gnac::detail {

using Labels = std::vector<std::int32_t>;

/// Standard normal points; with `grid` > 0 rounded to its multiples, which makes ties and
/// duplicates.
inline Points normal_points(std::int64_t n, std::int64_t d, std::uint64_t seed, double grid = 0) {
  Draws draws(seed, Stream::generator);
  Points p{.values = std::vector<double>(static_cast<std::size_t>(n * d)), .n = n, .d = d};
  for (auto& v : p.values) {
    v = draws.normal();
    if (grid > 0) v = std::round(v / grid) * grid;
  }
  return p;
}

/// Nodes in a circle, each tied to the next.
inline EdgeList ring_edges(std::int32_t nodes) {
  EdgeList ring;
  ring.nodes = nodes;
  for (std::int32_t i = 0; i < nodes; ++i) {
    ring.from.push_back(i);
    ring.to.push_back((i + 1) % nodes);
    ring.distance.push_back(1);
  }
  return ring;
}

/// Points of `clusters` groups in turn, with centres `apart` from each other on a line of slope 1.
inline Points group_points(std::int64_t n, std::int64_t d, int clusters, double apart,
                           std::uint64_t seed) {
  Points p = normal_points(n, d, seed);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      p.values[i * d + c] += apart * static_cast<double>(i % clusters);
    }
  }
  return p;
}

inline double euclidean(const Points& p, std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (std::int64_t c = 0; c < p.d; ++c) {
    const double gap = p.row(i)[c] - p.row(j)[c];
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

/// Labels renumbered by first appearance, so that equal partitions compare equal.
inline Labels canonical(const Labels& labels) {
  Labels seen;
  Labels result;
  for (const auto label : labels) {
    std::size_t k = 0;
    while (k < seen.size() && seen[k] != label) ++k;
    if (k == seen.size()) seen.push_back(label);
    result.push_back(static_cast<std::int32_t>(k));
  }
  return result;
}

}  // namespace gnac::detail
