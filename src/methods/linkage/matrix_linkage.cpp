#include "methods/linkage/matrix_linkage.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/knn.h"

namespace gnac::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The distances between the remaining clusters: the lower triangle, row by row. Slots keep the
/// order of the clusters' numbers; the gone ones are squeezed out whenever they are a quarter of
/// all.
struct Matrix {
  std::int64_t slots = 0;
  std::vector<double> values;         ///< slots(slots-1)/2
  std::vector<std::int32_t> cluster;  ///< per slot, -1 when gone
  std::vector<double> size;           ///< per slot
  std::vector<double> height;         ///< per slot
  /// Per slot its nearest other slot, or -1 if unknown. Merging two others never brings anything
  /// nearer (both linkages are reducible), so it stays valid until one of the two is merged.
  std::vector<std::int64_t> nearest;

  double* row(std::int64_t i) { return values.data() + i * (i - 1) / 2; }
};

Matrix all_distances(PointsView points, Team& team) {
  Matrix m;
  m.slots = points.n;
  m.values.resize(static_cast<std::size_t>(points.n * (points.n - 1) / 2));
  m.cluster.resize(static_cast<std::size_t>(points.n));
  for (std::int32_t i = 0; i < points.n; ++i) m.cluster[i] = i;
  m.size.assign(m.cluster.size(), 1);
  m.height.assign(m.cluster.size(), 0);
  const NeighborLists first = knn(points, 1, team);
  m.nearest.assign(first.index.begin(), first.index.end());
  team.for_blocks(points.n, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const double* x = points.row(i).data();
      double* row = m.row(i);
      for (std::int64_t j = 0; j < i; ++j) {
        row[j] = std::sqrt(squared_distance(x, points.row(j).data(), points.d));
      }
    }
  });
  return m;
}

/// The slot nearest to `slot`, the lowest of equals. Gone slots are infinitely far.
std::int64_t search(Matrix& m, std::int64_t slot) {
  double best = kInfinity;
  std::int64_t chosen = -1;
  const double* row = m.row(slot);
  for (std::int64_t j = 0; j < slot; ++j) {
    if (row[j] < best) {
      best = row[j];
      chosen = j;
    }
  }
  const double* value = m.row(slot + 1) + slot;  // column `slot`, downward
  for (std::int64_t i = slot + 1; i < m.slots; value += i, ++i) {
    if (*value < best) {
      best = *value;
      chosen = i;
    }
  }
  return chosen;
}

double distance(Matrix& m, std::int64_t a, std::int64_t b) {
  return m.row(std::max(a, b))[std::min(a, b)];
}

/// The slot nearest to `slot`; among equals `preferred` (-1: none), which ends a chain if distances
/// tie.
std::int64_t nearest(Matrix& m, std::int64_t slot, std::int64_t preferred) {
  if (m.nearest[slot] < 0) m.nearest[slot] = search(m, slot);
  const std::int64_t found = m.nearest[slot];
  const bool tie = preferred >= 0 && distance(m, slot, preferred) <= distance(m, slot, found);
  return tie ? preferred : found;
}

double merged_distance(Linkage linkage, double a, double b, double size_a, double size_b) {
  if (linkage == Linkage::complete) return std::max(a, b);
  return (size_a * a + size_b * b) / (size_a + size_b);
}

/// Slot `kept` becomes the union of both; `gone` < `kept` becomes infinitely far from everything.
void merge(Matrix& m, Linkage linkage, std::int64_t gone, std::int64_t kept) {
  const double a = m.size[gone];
  const double b = m.size[kept];
  for (std::int64_t k = 0; k < m.slots; ++k) {
    if (k == gone || k == kept || m.cluster[k] < 0) continue;
    if (m.nearest[k] == gone || m.nearest[k] == kept) m.nearest[k] = -1;
    double& to_gone = m.row(std::max(k, gone))[std::min(k, gone)];
    double& to_kept = m.row(std::max(k, kept))[std::min(k, kept)];
    to_kept = merged_distance(linkage, to_gone, to_kept, a, b);
    to_gone = kInfinity;
  }
  m.row(kept)[gone] = kInfinity;
  m.size[kept] = a + b;
  m.nearest[kept] = -1;
  m.cluster[gone] = -1;
}

/// Squeeze out the slots that are gone, and renumber the chain.
void compact(Matrix& m, std::vector<std::int64_t>& chain) {
  std::vector<std::int64_t> place(static_cast<std::size_t>(m.slots), -1);
  std::vector<std::int64_t> left;
  for (std::int64_t i = 0; i < m.slots; ++i) {
    if (m.cluster[i] < 0) continue;
    place[i] = std::ssize(left);
    left.push_back(i);
  }
  double* to = m.values.data();  // never overtakes the reading position
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double* row = m.row(left[i]);
    for (std::size_t j = 0; j < i; ++j) *to++ = row[left[j]];
    m.cluster[i] = m.cluster[left[i]];
    m.size[i] = m.size[left[i]];
    m.height[i] = m.height[left[i]];
    const std::int64_t near = m.nearest[left[i]];
    m.nearest[i] = near < 0 ? -1 : place[near];
  }
  m.slots = std::ssize(left);
  m.cluster.resize(left.size());
  for (auto& slot : chain) slot = place[slot];
}

}  // namespace

std::vector<PointMerge> matrix_merges(PointsView points, Linkage linkage, Team& team) {
  const auto n = static_cast<double>(points.n);
  Matrix m = all_distances(points, team);
  std::vector<PointMerge> merges;
  std::vector<std::int64_t> chain;
  std::int64_t alive = points.n;
  while (alive > 1) {
    if (chain.empty()) {
      std::int64_t start = 0;
      while (m.cluster[start] < 0) ++start;
      chain.push_back(start);
    }
    const std::int64_t top = chain.back();
    const std::int64_t before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
    const std::int64_t next = nearest(m, top, before);
    if (next != before) {
      chain.push_back(next);
      continue;
    }
    chain.resize(chain.size() - 2);
    const auto [gone, kept] = std::minmax(top, next);
    const double height = std::max({distance(m, gone, kept), m.height[gone], m.height[kept]});
    merges.push_back({m.cluster[gone], m.cluster[kept], height});
    merge(m, linkage, gone, kept);
    m.height[kept] = height;
    --alive;
    if (alive * 4 < m.slots * 3) compact(m, chain);
    if (merges.size() % 256 == 0) team.advance(static_cast<double>(merges.size()) / n);
  }
  return merges;
}

}  // namespace gnac::detail
