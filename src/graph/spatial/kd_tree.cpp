#include "graph/spatial/kd_tree.h"

#include <algorithm>
#include <numeric>

namespace gnac::detail {
namespace {

void fit_box(KdTree& tree, PointsView points, std::int32_t node) {
  const auto [begin, end, left, right] = tree.nodes[node];
  double* low = &tree.box[static_cast<std::size_t>(node) * 2 * tree.d];
  double* high = low + tree.d;
  const auto first = points.row(tree.point[begin]);
  std::copy(first.begin(), first.end(), low);
  std::copy(first.begin(), first.end(), high);
  for (std::int32_t p = begin + 1; p < end; ++p) {
    const double* x = points.row(tree.point[p]).data();
    for (std::int64_t c = 0; c < tree.d; ++c) {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
}

/// Halve the node's positions by (value, row), so that the tree does not depend on how ties are
/// sorted.
void split(KdTree& tree, PointsView points, std::int32_t node) {
  const auto [begin, end, left, right] = tree.nodes[node];
  const double* low = &tree.box[static_cast<std::size_t>(node) * 2 * tree.d];
  std::int64_t widest = 0;
  for (std::int64_t c = 1; c < tree.d; ++c) {
    if (low[tree.d + c] - low[c] > low[tree.d + widest] - low[widest]) widest = c;
  }
  const std::int32_t middle = begin + (end - begin) / 2;
  std::nth_element(tree.point.begin() + begin, tree.point.begin() + middle,
                   tree.point.begin() + end, [&](std::int32_t a, std::int32_t b) {
                     const double x = points(a, widest);
                     const double y = points(b, widest);
                     return x < y || (x == y && a < b);
                   });
  const auto next = static_cast<std::int32_t>(tree.nodes.size());
  tree.nodes[node].left = next;
  tree.nodes[node].right = next + 1;
  tree.nodes.push_back({begin, middle, -1, -1});
  tree.nodes.push_back({middle, end, -1, -1});
}

}  // namespace

KdTree build_kd_tree(PointsView points, int leaf) {
  KdTree tree;
  tree.d = points.d;
  tree.point.resize(static_cast<std::size_t>(points.n));
  std::iota(tree.point.begin(), tree.point.end(), 0);
  tree.nodes.push_back({0, static_cast<std::int32_t>(points.n), -1, -1});
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    tree.box.resize((node + 1) * 2 * static_cast<std::size_t>(tree.d));
    fit_box(tree, points, static_cast<std::int32_t>(node));
    const auto [begin, end, left, right] = tree.nodes[node];
    if (end - begin > leaf) split(tree, points, static_cast<std::int32_t>(node));
  }
  tree.values.reserve(static_cast<std::size_t>(points.n * points.d));
  for (const std::int32_t row : tree.point) {
    const auto x = points.row(row);
    tree.values.insert(tree.values.end(), x.begin(), x.end());
  }
  return tree;
}

}  // namespace gnac::detail
