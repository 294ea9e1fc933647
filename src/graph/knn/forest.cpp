#include "graph/knn/forest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "graph/knn.h"
#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/spatial/leaf_tree.h"
#include "support/random.h"

namespace gnac::detail::knn_detail {
namespace {

// Measured at 1,000,000 points in 16 dimensions: leaves of 4,096 points find the most per unit of
// time. The first tree, which fills the lists, has smaller leaves.
constexpr int kMostTrees = 24;
constexpr double kStill = 0.005;         // a tree that changes less than this share is the last
constexpr std::int64_t kFirstLeaf = 16;  // in runs of kLeafWidth points
constexpr std::int64_t kLeaf = 128;
constexpr std::uint64_t kSeed = 1;  // fixed: the user's seed does not change the neighbours

// Runs [begin, end) of kLeafWidth positions.
struct Part {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Halves the points of a part along the line through two of them.
void halve(PointsView points, std::span<std::int32_t> inside, std::int64_t left, int tree,
           std::uint64_t part) {
  const auto bits = philox(kSeed, Stream::neighbours, static_cast<std::uint32_t>(tree), part);
  const auto pick = [&](std::uint32_t word) {
    return points.row(inside[std::uint64_t{word} * inside.size() >> 32]).data();
  };
  const double* a = pick(bits[0]);
  const double* b = pick(bits[1]);
  std::vector<double> line(static_cast<std::size_t>(points.d));
  for (std::int64_t c = 0; c < points.d; ++c) line[c] = b[c] - a[c];
  std::vector<std::pair<double, std::int32_t>> keys(inside.size());
  for (std::size_t p = 0; p < inside.size(); ++p) {
    const double* x = points.row(inside[p]).data();
    double sum = 0;
    for (std::int64_t c = 0; c < points.d; ++c) sum += line[c] * x[c];
    keys[p] = {sum, inside[p]};
  }
  std::nth_element(keys.begin(), keys.begin() + left, keys.end());
  for (std::size_t p = 0; p < inside.size(); ++p) inside[p] = keys[p].second;
}

// One tree: the points in the order of its leaves, and the leaves.
std::vector<Part> grow(PointsView points, std::vector<std::int32_t>& order, int tree, Team& team) {
  const std::int64_t leaf = tree == 0 ? kFirstLeaf : kLeaf;
  const std::int64_t runs = (points.n + kLeafWidth - 1) / kLeafWidth;
  std::vector<Part> leaves;
  std::uint64_t number = 0;
  for (std::vector<Part> level{{0, runs}}; !level.empty();) {
    std::vector<Part> next;
    std::vector<Part> open;
    for (const Part& part : level) {
      if (part.end - part.begin <= leaf) {
        leaves.push_back(part);
        continue;
      }
      const std::int64_t middle = part.begin + (part.end - part.begin + 1) / 2;
      open.push_back(part);
      next.push_back({part.begin, middle});
      next.push_back({middle, part.end});
    }
    team.for_each(std::ssize(open), [&](std::int64_t item) {
      const Part& part = open[item];
      const std::int64_t begin = part.begin * kLeafWidth;
      const std::int64_t end = std::min(points.n, part.end * kLeafWidth);
      halve(points, std::span(order).subspan(begin, end - begin),
            (next[2 * item].end - part.begin) * kLeafWidth, tree, number + item);
    });
    number += open.size();
    level = std::move(next);
  }
  return leaves;
}

// Compares all points of a leaf with each other. Returns how many entries of lists it changed.
std::int64_t compare(const LeafTree& tree, const Filter& filter, const Kernels& kernels,
                     const Part& part, PointsView rows_by_position, const WholeRows* whole,
                     RoughLists& lists) {
  const std::int64_t begin = part.begin * kLeafWidth;
  const std::int64_t end = std::min(tree.n, part.end * kLeafWidth);
  std::vector<float> rows(static_cast<std::size_t>((end - begin) * tree.d));
  std::vector<double> norms(static_cast<std::size_t>(end - begin));
  for (std::int64_t p = begin; p < end; ++p)
    norms[p - begin] = filter.query(tree.row(p), rows.data() + (p - begin) * tree.d);
  const auto limit_of = [&](std::int64_t p) {
    const double squared = widened(whole, lists.reach(tree.order[p]));
    return squared < std::numeric_limits<double>::infinity()
               ? filter.limit(norms[p - begin], squared)
               : std::numeric_limits<float>::max();
  };
  std::int64_t changed = 0;
  for (std::int64_t first = begin; first < end; first += kFilterRows) {
    const auto queries = static_cast<int>(std::min<std::int64_t>(kFilterRows, end - first));
    const float* row[kFilterRows];
    float limit[kFilterRows];
    for (int r = 0; r < kFilterRows; ++r) {
      const std::int64_t q = first + std::min(r, queries - 1);
      row[r] = rows.data() + (q - begin) * tree.d;
      limit[r] = limit_of(q);
    }
    for (std::int64_t leaf = part.begin; leaf < part.end; ++leaf) {
      std::uint32_t survivors[kFilterRows];
      kernels.filter(row, limit, filter.leaf(leaf), filter.norm(leaf), tree.d, survivors);
      for (int r = 0; r < queries; ++r) {
        const std::int64_t q = first + r;
        const std::int64_t before = changed;
        for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
          const std::int64_t p = leaf * kLeafWidth + std::countr_zero(bits);
          if (p == q || p >= end) continue;
          const std::int32_t to = tree.order[q];
          const double squared =
              distance_within(rows_by_position, whole, to, tree.order[p], lists.reach(to));
          if (lists.offer(to, tree.order[p], squared) >= 0) ++changed;
        }
        if (changed > before) limit[r] = limit_of(q);
      }
    }
  }
  return changed;
}

}  // namespace

void grow_forest(PointsView rows, const WholeRows* whole, RoughLists& lists, int effort,
                 double progress_to, Team& team) {
  const double still = std::ldexp(kStill, -2 * effort);
  const int first = effort * kMostTrees;
  const Kernels kernels = best_kernels();
  LeafTree tree;  // only its order is set
  tree.n = rows.n;
  tree.d = rows.d;
  tree.order.resize(static_cast<std::size_t>(rows.n));
  std::iota(tree.order.begin(), tree.order.end(), 0);
  double found = 0;  // estimated share of the work, for progress
  for (int t = first; t < first + kMostTrees; ++t) {
    const std::vector<Part> leaves = grow(rows, tree.order, t, team);
    gather_rows(tree, rows, team);
    const Filter filter = build_filter(tree, team);
    std::vector<std::int64_t> changed(leaves.size());
    team.for_each(std::ssize(leaves), [&](std::int64_t item) {
      changed[item] = compare(tree, filter, kernels, leaves[item], rows, whole, lists);
    });
    found += 0.2 * (1 - found);
    team.advance(progress_to * found);
    const auto total = std::accumulate(changed.begin(), changed.end(), std::int64_t{0});
    if (static_cast<double>(total) < still * static_cast<double>(lists.n * lists.k)) break;
  }
}

}  // namespace gnac::detail::knn_detail
