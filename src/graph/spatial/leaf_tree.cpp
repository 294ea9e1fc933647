#include "graph/spatial/leaf_tree.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace gnac::detail {
namespace {

constexpr std::int64_t kSample = 1000;  // points that decide which columns boxes cover

double sampled_variance(PointsView points, std::int64_t column) {
  const std::int64_t step = std::max<std::int64_t>(1, points.n / kSample);
  double count = 0;
  double mean = 0;
  double squares = 0;
  for (std::int64_t i = 0; i < points.n; i += step) {
    count += 1;
    const double change = points(i, column) - mean;
    mean += change / count;
    squares += change * (points(i, column) - mean);
  }
  return squares / count;
}

std::vector<std::int32_t> choose_box_columns(PointsView points) {
  std::vector<std::int32_t> columns(points.d);
  std::iota(columns.begin(), columns.end(), 0);
  if (points.d <= kBoxColumns) return columns;
  std::vector<double> variance(points.d);
  for (std::int64_t c = 0; c < points.d; ++c) variance[c] = sampled_variance(points, c);
  std::stable_sort(columns.begin(), columns.end(),
                   [&](std::int32_t a, std::int32_t b) { return variance[a] > variance[b]; });
  columns.resize(kBoxColumns);
  std::sort(columns.begin(), columns.end());
  return columns;
}

std::span<std::int32_t> positions(LeafTree& tree, const LeafTree::Node& node) {
  const std::int64_t begin = node.first_leaf * kLeafWidth;
  const std::int64_t end = std::min(tree.n, (node.first_leaf + node.leaves) * kLeafWidth);
  return {tree.order.data() + begin, tree.order.data() + end};
}

void bound(PointsView points, LeafTree& tree, std::int32_t v) {
  const auto inside = positions(tree, tree.nodes[v]);
  double* low = tree.low.data() + v * tree.box_stride();
  double* high = tree.high.data() + v * tree.box_stride();
  const auto columns = static_cast<std::int64_t>(tree.box_columns.size());
  for (std::int64_t c = 0; c < columns; ++c) {
    low[c] = high[c] = points(inside[0], tree.box_columns[c]);
  }
  for (const std::int32_t i : inside) {
    const double* row = points.row(i).data();
    for (std::int64_t c = 0; c < columns; ++c) {
      const double value = row[tree.box_columns[c]];
      low[c] = std::min(low[c], value);
      high[c] = std::max(high[c], value);
    }
  }
}

// Divide the points of `v` at a whole number of leaves along the widest side of its box.
void split(PointsView points, LeafTree& tree, std::int32_t v) {
  LeafTree::Node& node = tree.nodes[v];
  const double* low = tree.low.data() + v * tree.box_stride();
  const double* high = tree.high.data() + v * tree.box_stride();
  double widest = -1;
  for (std::size_t c = 0; c < tree.box_columns.size(); ++c) {
    if (high[c] - low[c] <= widest) continue;
    widest = high[c] - low[c];
    node.split_column = static_cast<std::int32_t>(c);
  }
  const auto inside = positions(tree, node);
  std::vector<std::pair<double, std::int32_t>> keys(inside.size());
  for (std::size_t p = 0; p < inside.size(); ++p) {
    keys[p] = {points(inside[p], tree.box_columns[node.split_column]), inside[p]};
  }
  const auto middle = keys.begin() + LeafTree::left_leaves(node.leaves) * kLeafWidth;
  std::nth_element(keys.begin(), middle, keys.end());
  node.split_value = middle->first;
  for (std::size_t p = 0; p < inside.size(); ++p) inside[p] = keys[p].second;

  const std::int32_t left_leaves = LeafTree::left_leaves(node.leaves);
  tree.nodes[LeafTree::left(v)].first_leaf = node.first_leaf;
  tree.nodes[LeafTree::left(v)].leaves = left_leaves;
  tree.nodes[tree.right(v)].first_leaf = node.first_leaf + left_leaves;
  tree.nodes[tree.right(v)].leaves = node.leaves - left_leaves;
}

}  // namespace

LeafTree build_leaf_tree(PointsView points, Team& team) {
  std::vector<std::int32_t> all(points.n);
  std::iota(all.begin(), all.end(), 0);
  return build_leaf_tree(points, std::move(all), team);
}

LeafTree build_leaf_tree(PointsView points, std::vector<std::int32_t> chosen, Team& team) {
  LeafTree tree;
  tree.n = std::ssize(chosen);
  tree.d = points.d;
  tree.order = std::move(chosen);
  tree.box_columns = choose_box_columns(points);
  const std::int64_t nodes = 2 * tree.leaves() - 1;
  tree.nodes.resize(nodes);
  tree.low.resize(nodes * tree.box_stride());
  tree.high.resize(nodes * tree.box_stride());
  tree.nodes[0].leaves = static_cast<std::int32_t>(tree.leaves());

  for (std::vector<std::int32_t> level{0}; !level.empty();) {
    team.for_each(std::ssize(level), [&](std::int64_t item) {
      const std::int32_t v = level[item];
      bound(points, tree, v);
      if (tree.nodes[v].leaves > 1) split(points, tree, v);
    });
    std::vector<std::int32_t> next;
    for (const std::int32_t v : level) {
      if (tree.nodes[v].leaves == 1) continue;
      next.push_back(LeafTree::left(v));
      next.push_back(tree.right(v));
    }
    level = std::move(next);
  }

  gather_rows(tree, points, team);
  return tree;
}

void gather_rows(LeafTree& tree, PointsView points, Team& team) {
  tree.rows.resize(tree.n * tree.d);
  team.for_blocks(tree.n, 1024, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      const auto row = points.row(tree.order[p]);
      std::copy(row.begin(), row.end(), tree.rows.begin() + p * tree.d);
    }
  });
}

}  // namespace gnac::detail
