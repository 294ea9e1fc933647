#include "readout/lloyd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "graph/knn.h"
#include "readout/kernels.h"
#include "readout/kmeans_blocks.h"

namespace gnac::detail {
namespace {

// Relative widening of every bound: rounding errs by about (d + 3)·1e-16 per distance.
constexpr double kSlack = 1e-9;
constexpr std::int64_t kLanes = 8;  // doubles of the widest vectors
constexpr std::int64_t kFew = 32;   // distances to so many centres take no longer than one
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Search {
  PointsView points;
  std::int64_t clusters = 0;
  Team* team = nullptr;
  std::int64_t block = 0;
  ReadoutKernels kernels = readout_kernels();
  std::vector<double> centres;     ///< K×d
  std::int64_t padded = 0;         ///< K, rounded up to whole vectors
  std::vector<double> transposed;  ///< d×padded, infinite past K: distances vectorise over K
  std::vector<std::int32_t> labels;
  std::vector<double> upper;     ///< n: no less than the distance to the own centre
  std::vector<double> lower;     ///< n: no more than the distance to any other centre
  std::vector<double> half_gap;  ///< K: half the distance to the nearest other centre
  std::vector<double> moved;     ///< K: how far the centre moved in the last update
};

void prepare_centres(Search& s) {
  const std::int64_t k = s.clusters;
  const std::int64_t d = s.points.d;
  for (std::int64_t a = 0; a < k; ++a) {
    for (std::int64_t c = 0; c < d; ++c) s.transposed[c * s.padded + a] = s.centres[a * d + c];
  }
  // K² distances are only worth it while K is far below n.
  std::fill(s.half_gap.begin(), s.half_gap.end(), 0.0);
  if (k * k > s.points.n * 4) return;
  std::fill(s.half_gap.begin(), s.half_gap.end(), kInfinity);
  for (std::int64_t a = 0; a < k; ++a) {
    for (std::int64_t b = a + 1; b < k; ++b) {
      const double gap = 0.5 * std::sqrt(squared_distance(&s.centres[a * d], &s.centres[b * d], d));
      s.half_gap[a] = std::min(s.half_gap[a], gap);
      s.half_gap[b] = std::min(s.half_gap[b], gap);
    }
  }
}

/// Distances of one point to every centre; sets its label and both bounds.
void assign_fully(Search& s, std::int64_t i, std::span<double> distance) {
  const double* x = s.points.data + i * s.points.d;
  const NearestTwo found =
      s.kernels.nearest_two(x, s.points.d, s.transposed.data(), s.padded, distance.data());
  s.labels[i] = static_cast<std::int32_t>(found.nearest);
  s.upper[i] = std::sqrt(found.first);
  s.lower[i] = std::sqrt(found.second);
}

/// Assigns every point to its nearest centre. Returns how many labels changed.
std::int64_t assign(Search& s) {
  prepare_centres(s);
  std::vector<std::int64_t> changed(static_cast<std::size_t>((s.points.n + s.block - 1) / s.block));
  over_blocks(
      s.team, s.points.n, s.block, [&](std::int64_t b, std::int64_t begin, std::int64_t end) {
        std::vector<double> distance(static_cast<std::size_t>(s.padded));
        const std::int64_t d = s.points.d;
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int32_t old = s.labels[i];
          const double safe = std::max(s.half_gap[old], s.lower[i]) * (1 - kSlack);
          if (s.upper[i] * (1 + kSlack) < safe) continue;
          if (s.clusters > kFew) {
            s.upper[i] = std::sqrt(squared_distance(s.points.data + i * d, &s.centres[old * d], d));
            if (s.upper[i] * (1 + kSlack) < safe) continue;
          }
          assign_fully(s, i, distance);
          changed[b] += s.labels[i] != old;
        }
      });
  std::int64_t total = 0;
  for (const auto c : changed) total += c;
  return total;
}

/// Give each empty cluster the point farthest from its own centre, lowest index first among equals,
/// taken from clusters that keep at least one. Returns how many points moved.
std::int64_t fill_empty(Search& s) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(s.clusters));
  for (const auto label : s.labels) ++size[label];
  if (std::find(size.begin(), size.end(), 0) == size.end()) return 0;
  const std::int64_t d = s.points.d;
  std::vector<std::pair<double, std::int64_t>> far(static_cast<std::size_t>(s.points.n));
  for (std::int64_t i = 0; i < s.points.n; ++i) {
    far[i] = {-squared_distance(s.points.data + i * d, &s.centres[s.labels[i] * d], d), i};
  }
  std::sort(far.begin(), far.end());
  std::int64_t moved = 0;
  auto next = far.begin();
  for (std::int64_t a = 0; a < s.clusters; ++a) {
    if (size[a] > 0) continue;
    while (size[s.labels[next->second]] < 2) ++next;
    const std::int64_t i = next->second;
    --size[s.labels[i]];
    s.labels[i] = static_cast<std::int32_t>(a);
    size[a] = 1;
    // Its bounds belong to another centre: reset them.
    s.upper[i] = kInfinity;
    s.lower[i] = 0;
    ++moved;
  }
  return moved;
}

/// Moves centres to the means of their points. Returns the sum of squared movements.
double update_centres(Search& s) {
  const std::int64_t d = s.points.d;
  const std::int64_t kd = s.clusters * d;
  const std::int64_t blocks = (s.points.n + s.block - 1) / s.block;
  std::vector<double> part(static_cast<std::size_t>(blocks * kd));
  over_blocks(s.team, s.points.n, s.block,
              [&](std::int64_t b, std::int64_t begin, std::int64_t end) {
                double* sums = &part[b * kd];
                for (std::int64_t i = begin; i < end; ++i) {
                  double* sum = sums + s.labels[i] * d;
                  const double* x = s.points.data + i * d;
                  for (std::int64_t c = 0; c < d; ++c) sum[c] += x[c];
                }
              });
  std::vector<std::int64_t> size(static_cast<std::size_t>(s.clusters));
  for (const auto label : s.labels) ++size[label];
  std::vector<double> mean(static_cast<std::size_t>(kd));
  for (std::int64_t b = 0; b < blocks; ++b) {
    for (std::int64_t j = 0; j < kd; ++j) mean[j] += part[b * kd + j];
  }
  double total = 0;
  for (std::int64_t a = 0; a < s.clusters; ++a) {
    for (std::int64_t c = 0; c < d; ++c) mean[a * d + c] /= static_cast<double>(size[a]);
    const double step = squared_distance(&mean[a * d], &s.centres[a * d], d);
    s.moved[a] = std::sqrt(step);
    total += step;
  }
  s.centres = std::move(mean);
  return total;
}

void widen_bounds(Search& s) {
  double most = 0;
  double second = 0;
  std::int32_t mover = 0;
  for (std::int64_t a = 0; a < s.clusters; ++a) {
    if (s.moved[a] > most) {
      second = most;
      most = s.moved[a];
      mover = static_cast<std::int32_t>(a);
    } else {
      second = std::max(second, s.moved[a]);
    }
  }
  over_blocks(s.team, s.points.n, s.block, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const double away = s.labels[i] == mover ? second : most;
      s.upper[i] = (s.upper[i] + s.moved[s.labels[i]]) * (1 + kSlack);
      s.lower[i] = s.lower[i] - away - kSlack * (s.lower[i] + away);
    }
  });
}

}  // namespace

LloydResult lloyd(PointsView points, std::vector<double> centres, int max_iterations,
                  double tolerance, Team* team) {
  const auto n = static_cast<std::size_t>(points.n);
  const std::int64_t k = static_cast<std::int64_t>(centres.size()) / points.d;
  Search s;
  s.points = points;
  s.clusters = k;
  s.team = team;
  s.block = kmeans_block(k);
  s.padded = (k + kLanes - 1) / kLanes * kLanes;
  s.transposed.assign(static_cast<std::size_t>(s.padded * points.d), kInfinity);
  s.centres = std::move(centres);
  s.labels.assign(n, 0);
  s.upper.assign(n, kInfinity);
  s.lower.assign(n, 0);
  s.half_gap.resize(static_cast<std::size_t>(k));
  s.moved.resize(static_cast<std::size_t>(k));

  assign(s);
  std::int64_t filled = fill_empty(s);
  int iterations = 0;
  while (iterations < max_iterations) {
    ++iterations;
    const double step = update_centres(s);
    widen_bounds(s);
    const std::int64_t changed = assign(s);
    filled = fill_empty(s);
    // If points coincide, those that fill an empty cluster leave and return in every round; the
    // centres then stay put, which ends such a run.
    if ((changed == 0 && filled == 0) || step <= tolerance) break;
  }
  if (filled > 0) update_centres(s);
  LloydResult result;
  result.labels = std::move(s.labels);
  result.centres = std::move(s.centres);
  result.iterations = iterations;
  return result;
}

double inertia(PointsView points, const LloydResult& found, Team* team) {
  const std::int64_t d = points.d;
  const std::int64_t block = kmeans_block(std::ssize(found.centres) / d);
  std::vector<double> part(static_cast<std::size_t>((points.n + block - 1) / block));
  over_blocks(team, points.n, block, [&](std::int64_t b, std::int64_t begin, std::int64_t end) {
    double sum = 0;
    for (std::int64_t i = begin; i < end; ++i)
      sum += squared_distance(points.data + i * d, &found.centres[found.labels[i] * d], d);
    part[b] = sum;
  });
  double total = 0;
  for (const double p : part) total += p;
  return total;
}

}  // namespace gnac::detail
