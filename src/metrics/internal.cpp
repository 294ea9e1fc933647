#include "metrics/internal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 64;

/// Sizes of the clusters; throws unless the index is defined.
std::vector<double> checked_sizes(PointsView points, std::span<const std::int32_t> labels) {
  if (std::ssize(labels) != points.n) {
    throw Error("there are " + std::to_string(points.n) + " points but " +
                std::to_string(labels.size()) + " labels; give one label per point");
  }
  std::vector<double> sizes;
  for (const std::int32_t label : labels) {
    if (label < 0) throw Error("labels must be 0 or above for an index without a reference");
    // So many clusters would be empty; they are not counted, for there may be 2³¹ of them.
    if (label >= points.n)
      throw Error("labels must be 0..K-1 without gaps for an index without a reference");
    if (label >= std::ssize(sizes)) sizes.resize(static_cast<std::size_t>(label) + 1);
    sizes[label] += 1;
  }
  if (sizes.size() < 2 || std::ssize(sizes) >= points.n) {
    throw Error("the index needs from 2 to N-1 clusters, but there are " +
                std::to_string(sizes.size()) + " for " + std::to_string(points.n) + " points");
  }
  if (std::find(sizes.begin(), sizes.end(), 0.0) != sizes.end()) {
    throw Error("labels must be 0..K-1 without gaps for an index without a reference");
  }
  return sizes;
}

double squared_distance(const double* a, const double* b, std::int64_t d) {
  double sum = 0;
  for (std::int64_t c = 0; c < d; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// K×d means of the clusters.
std::vector<double> centroids(PointsView points, std::span<const std::int32_t> labels,
                              const std::vector<double>& sizes) {
  const std::int64_t d = points.d;
  std::vector<double> mean(sizes.size() * static_cast<std::size_t>(d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) mean[labels[i] * d + c] += points(i, c);
  }
  for (std::size_t j = 0; j < mean.size(); ++j) mean[j] /= sizes[j / static_cast<std::size_t>(d)];
  return mean;
}

/// The silhouette of one point; `sums` is scratch of K values.
double silhouette_of(PointsView points, std::span<const std::int32_t> labels,
                     const std::vector<double>& sizes, std::int64_t i, std::vector<double>& sums) {
  const std::int32_t own = labels[i];
  if (sizes[own] == 1) return 0;
  std::fill(sums.begin(), sums.end(), 0.0);
  const double* x = points.data + i * points.d;
  for (std::int64_t j = 0; j < points.n; ++j) {
    sums[labels[j]] += std::sqrt(squared_distance(x, points.data + j * points.d, points.d));
  }
  const double within = sums[own] / (sizes[own] - 1);
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (static_cast<std::int32_t>(a) != own) nearest = std::min(nearest, sums[a] / sizes[a]);
  }
  const double most = std::max(within, nearest);
  return most == 0 ? 0 : (nearest - within) / most;
}

double mean_silhouette(PointsView points, std::span<const std::int32_t> labels,
                       std::span<const std::int64_t> rows, Team& team) {
  const auto sizes = checked_sizes(points, labels);
  const double total =
      team.sum_blocks(std::ssize(rows), kBlock, [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> sums(sizes.size());
        double sum = 0;
        for (std::int64_t r = begin; r < end; ++r) {
          sum += silhouette_of(points, labels, sizes, rows[r], sums);
        }
        return sum;
      });
  return total / static_cast<double>(rows.size());
}

}  // namespace

double silhouette(PointsView points, std::span<const std::int32_t> labels, Team& team) {
  return silhouette_sampled(points, labels, points.n, 0, team);
}

double silhouette_sampled(PointsView points, std::span<const std::int32_t> labels,
                          std::int64_t sample, std::uint64_t seed, Team& team) {
  if (sample < 1) throw Error("a silhouette needs a sample of at least 1 point");
  std::vector<std::int64_t> rows(static_cast<std::size_t>(points.n));
  std::iota(rows.begin(), rows.end(), 0);
  if (sample < points.n) {
    Draws draws(seed, Stream::study);
    for (std::int64_t i = 0; i < sample; ++i) {  // the first steps of a Fisher–Yates shuffle
      std::swap(rows[i], rows[i + static_cast<std::int64_t>(
                                      draws.below(static_cast<std::uint64_t>(points.n - i)))]);
    }
    rows.resize(static_cast<std::size_t>(sample));
    std::sort(rows.begin(), rows.end());
  }
  return mean_silhouette(points, labels, rows, team);
}

double davies_bouldin(PointsView points, std::span<const std::int32_t> labels) {
  const auto sizes = checked_sizes(points, labels);
  const auto mean = centroids(points, labels, sizes);
  const std::int64_t d = points.d;
  std::vector<double> spread(sizes.size());
  for (std::int64_t i = 0; i < points.n; ++i) {
    spread[labels[i]] += std::sqrt(squared_distance(points.data + i * d, &mean[labels[i] * d], d)) /
                         sizes[labels[i]];
  }
  double total = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    double worst = 0;
    for (std::size_t b = 0; b < sizes.size(); ++b) {
      if (a == b) continue;
      const double apart = std::sqrt(squared_distance(&mean[a * static_cast<std::size_t>(d)],
                                                      &mean[b * static_cast<std::size_t>(d)], d));
      const double ratio =
          apart > 0 ? (spread[a] + spread[b]) / apart : std::numeric_limits<double>::infinity();
      worst = std::max(worst, ratio);
    }
    total += worst;
  }
  return total / static_cast<double>(sizes.size());
}

double calinski_harabasz(PointsView points, std::span<const std::int32_t> labels) {
  const auto sizes = checked_sizes(points, labels);
  const auto mean = centroids(points, labels, sizes);
  const std::int64_t d = points.d;
  std::vector<double> overall(static_cast<std::size_t>(d));
  for (std::size_t j = 0; j < mean.size(); ++j) {
    overall[j % static_cast<std::size_t>(d)] +=
        mean[j] * sizes[j / static_cast<std::size_t>(d)] / static_cast<double>(points.n);
  }
  double between = 0;
  double within = 0;
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    between +=
        sizes[a] * squared_distance(&mean[a * static_cast<std::size_t>(d)], overall.data(), d);
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    within += squared_distance(points.data + i * d, &mean[labels[i] * d], d);
  }
  const auto k = static_cast<double>(sizes.size());
  if (within == 0) return std::numeric_limits<double>::infinity();
  return between / (k - 1) / (within / (static_cast<double>(points.n) - k));
}

}  // namespace gnac::detail
