#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "graph/knn.h"
#include "support/random.h"

namespace gnac::detail::testing {

inline Points gaussian_points(std::int64_t n, std::int64_t d, std::uint64_t seed = 1) {
  Points points{{}, n, d};
  Draws draws(seed, Stream::generator);
  for (std::int64_t v = 0; v < n * d; ++v) points.values.push_back(draws.normal());
  return points;
}

/// Coordinates on a grid of `levels` values: many duplicates and ties.
inline Points grid_points(std::int64_t n, std::int64_t d, int levels, std::uint64_t seed = 1) {
  Points points{{}, n, d};
  Draws draws(seed, Stream::generator);
  for (std::int64_t v = 0; v < n * d; ++v) {
    points.values.push_back(static_cast<double>(draws.below(static_cast<std::uint64_t>(levels))));
  }
  return points;
}

/// Latents through a random linear map, plus noise: what a reduction is made for.
inline Points embedded_points(std::int64_t n, std::int64_t d, double noise, std::uint64_t seed) {
  constexpr std::int64_t kLatent = 6;
  const Points latent = gaussian_points(n, kLatent, seed);
  const Points map = gaussian_points(kLatent, d, seed + 1);
  Points out = gaussian_points(n, d, seed + 2);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      double& x = out.values[i * d + c];
      x *= noise;
      for (std::int64_t l = 0; l < kLatent; ++l) x += latent.row(i)[l] * map.row(l)[c];
    }
  }
  return out;
}

/// The neighbours of point i by looking at every other point.
inline std::vector<std::pair<double, std::int32_t>> nearest_by_force(PointsView points,
                                                                     std::int64_t i, std::int64_t k,
                                                                     Metric metric) {
  std::vector<std::pair<double, std::int32_t>> all;
  for (std::int64_t j = 0; j < points.n; ++j) {
    if (j == i) continue;
    double sum = 0;
    for (std::int64_t c = 0; c < points.d; ++c) {
      const double apart = std::abs(points(i, c) - points(j, c));
      sum += metric == Metric::manhattan ? apart : apart * apart;
    }
    all.emplace_back(sum, static_cast<std::int32_t>(j));
  }
  const auto kept = std::min<std::int64_t>(k, points.n - 1);
  std::partial_sort(all.begin(), all.begin() + kept, all.end());
  all.resize(kept);
  return all;
}

/// The number of points whose list differs from brute force in any index or distance, of every
/// `step`-th point.
inline std::int64_t wrong_lists(PointsView points, const NeighborLists& lists, std::int64_t k,
                                std::int64_t step = 1, Metric metric = Metric::euclidean) {
  std::int64_t wrong = lists.nodes() == points.n ? 0 : points.n;
  for (std::int64_t i = 0; wrong < points.n && i < points.n; i += step) {
    const auto expected = nearest_by_force(points, i, k, metric);
    bool same = lists.size(i) == std::ssize(expected);
    for (std::int64_t r = 0; same && r < lists.size(i); ++r) {
      same = lists.indices(i)[r] == expected[r].second &&
             lists.distances(i)[r] == distance_of(metric, expected[r].first);
    }
    wrong += same ? 0 : 1;
  }
  return wrong;
}

}  // namespace gnac::detail::testing
