#include "readout/kmeans_start.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "readout/kmeans_blocks.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kStartBlock = 1024;

/// The weights of the draws: squared distance to the nearest centre so far, and its sum per block.
struct Potential {
  std::vector<double> nearest;    ///< n
  std::vector<double> block_sum;  ///< one per block
  double total = 0;
};

/// out[i - begin] = squared distance of point i to the centre; the sum runs over the features in
/// order.
void squared_distances(PointsView points, std::span<const double> columns, std::int64_t centre,
                       std::int64_t begin, std::int64_t end, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::int64_t c = 0; c < points.d; ++c) {
    const double* column = &columns[c * points.n + begin];
    const double at = points(centre, c);
    for (std::int64_t i = 0; i < end - begin; ++i) out[i] += (column[i] - at) * (column[i] - at);
  }
}

/// The potential that would remain with each candidate as the next centre.
std::vector<double> remaining(PointsView points, std::span<const double> columns,
                              std::span<const std::int64_t> candidates, const Potential& potential,
                              Team* team) {
  const auto blocks = static_cast<std::int64_t>(potential.block_sum.size());
  const std::size_t count = candidates.size();
  std::vector<double> part(static_cast<std::size_t>(blocks) * count);
  over_blocks(team, points.n, kStartBlock,
              [&](std::int64_t b, std::int64_t begin, std::int64_t end) {
                std::array<double, kStartBlock> distance{};
                for (std::size_t t = 0; t < count; ++t) {
                  squared_distances(points, columns, candidates[t], begin, end, distance);
                  double sum = 0;
                  for (std::int64_t i = begin; i < end; ++i) {
                    sum += std::min(distance[i - begin], potential.nearest[i]);
                  }
                  part[static_cast<std::size_t>(b) * count + t] = sum;
                }
              });
  std::vector<double> total(count);
  for (std::size_t p = 0; p < part.size(); ++p) total[p % count] += part[p];
  return total;
}

void add_centre(PointsView points, std::span<const double> columns, std::int64_t centre,
                Potential& potential, Team* team) {
  over_blocks(team, points.n, kStartBlock,
              [&](std::int64_t b, std::int64_t begin, std::int64_t end) {
                std::array<double, kStartBlock> distance{};
                squared_distances(points, columns, centre, begin, end, distance);
                double sum = 0;
                for (std::int64_t i = begin; i < end; ++i) {
                  potential.nearest[i] = std::min(potential.nearest[i], distance[i - begin]);
                  sum += potential.nearest[i];
                }
                potential.block_sum[b] = sum;
              });
  potential.total = 0;
  for (const double s : potential.block_sum) potential.total += s;
}

/// The first point at which the running sum of the potential exceeds the share `unit` of its total.
std::int64_t draw_point(const Potential& potential, double unit) {
  const auto n = static_cast<std::int64_t>(potential.nearest.size());
  if (!(potential.total > 0)) return static_cast<std::int64_t>(unit * static_cast<double>(n));
  double left = unit * potential.total;
  std::size_t b = 0;
  while (b + 1 < potential.block_sum.size() && left >= potential.block_sum[b]) {
    left -= potential.block_sum[b++];
  }
  const std::int64_t end = std::min(n, static_cast<std::int64_t>(b + 1) * kStartBlock);
  std::int64_t last = static_cast<std::int64_t>(b) * kStartBlock;  // last point with any weight
  for (std::int64_t i = last; i < end; ++i) {
    if (potential.nearest[i] > 0) last = i;
    if (left < potential.nearest[i]) return i;
    left -= potential.nearest[i];
  }
  return last;
}

}  // namespace

std::vector<double> kmeans_start(PointsView points, int clusters, Draws draws, Team* team) {
  const auto columns = by_column(points);
  Potential potential;
  potential.nearest.assign(static_cast<std::size_t>(points.n),
                           std::numeric_limits<double>::infinity());
  potential.block_sum.resize(static_cast<std::size_t>((points.n + kStartBlock - 1) / kStartBlock));
  std::vector<double> centres;
  centres.reserve(static_cast<std::size_t>(clusters * points.d));
  std::vector<std::int64_t> candidates(static_cast<std::size_t>(2 + std::log(clusters)));

  auto chosen = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(points.n)));
  for (int k = 0;; ++k) {
    const auto row = points.row(chosen);
    centres.insert(centres.end(), row.begin(), row.end());
    if (k + 1 == clusters) return centres;
    add_centre(points, columns, chosen, potential, team);
    for (auto& candidate : candidates) candidate = draw_point(potential, draws.uniform());
    const auto left = remaining(points, columns, candidates, potential, team);
    chosen = candidates[std::min_element(left.begin(), left.end()) - left.begin()];
  }
}

}  // namespace gnac::detail
