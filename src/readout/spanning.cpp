#include "readout/spanning.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "graph/spatial/leaf_tree.h"
#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kSpanBlock = 256;
constexpr double kFar = std::numeric_limits<double>::infinity();

struct Boruvka {
  const LeafTree& tree;
  std::vector<double> core;              ///< per position: no pair of it is closer than this, d²
  std::vector<std::int32_t> group;       ///< per position
  std::vector<std::int32_t> node_group;  ///< per node, -1 if mixed
  std::vector<std::int32_t> leaf_node;   ///< per leaf: its node
  std::vector<std::int32_t> nearest;     ///< per position: nearest foreign position, or -1
  std::vector<double>
      squared;  ///< per position: its squared distance; a lower bound if nearest is -1
  /// Per group: d² of the shortest way out found so far. It is only used to skip what cannot be
  /// shorter, so it does not matter in which order the threads lower it.
  std::vector<std::atomic<double>> shortest;
};

void lower_to(std::atomic<double>& value, double other) {
  double seen = value.load(std::memory_order_relaxed);
  while (other < seen && !value.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
}

/// The search for the nearest foreign point of one position. D is the dimension if known at compile
/// time and fully covered by the boxes, otherwise 0.
template <int D>
struct Walk {
  const Boruvka& b;
  std::int32_t from = 0;
  const double* x = nullptr;
  double bound = 0;  ///< nothing farther counts
  std::int32_t found = -1;

  double to_box(std::int32_t node) const {
    const std::int64_t columns = D > 0 ? D : b.tree.box_stride();
    const double* low = &b.tree.low[node * columns];
    const double* high = &b.tree.high[node * columns];
    double sum = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      const double at = x[D > 0 ? c : b.tree.box_columns[c]];
      const double out = std::max(std::max(low[c] - at, at - high[c]), 0.0);
      sum += out * out;
    }
    return sum;
  }

  /// Between two equally distant foreign positions, the lower pair of rows wins.
  bool before(std::int32_t p, std::int32_t q) const {
    const std::int32_t row = b.tree.order[from];
    return std::minmax(row, b.tree.order[p]) < std::minmax(row, b.tree.order[q]);
  }

  void scan(std::int64_t leaf) {
    const std::int64_t d = D > 0 ? D : b.tree.d;
    const auto begin = static_cast<std::int32_t>(leaf * kLeafWidth);
    const auto end = begin + static_cast<std::int32_t>(b.tree.leaf_size(leaf));
    for (std::int32_t p = begin; p < end; ++p) {
      if (b.group[p] == b.group[from]) continue;
      const double* y = b.tree.row(p);
      double sum = 0;
      for (std::int64_t c = 0; c < d; ++c) sum += (x[c] - y[c]) * (x[c] - y[c]);
      sum = std::max({sum, b.core[from], b.core[p]});
      if (sum > bound) continue;
      if (found < 0 || sum < bound || before(p, found)) {
        found = p;
        bound = sum;
      }
    }
  }

  void visit(std::int32_t index, double away) {
    if (away > bound || b.node_group[index] == b.group[from]) return;
    if (b.tree.nodes[index].leaves == 1) return scan(b.tree.nodes[index].first_leaf);
    std::int32_t near = LeafTree::left(index), far = b.tree.right(index);
    double near_gap = to_box(near), far_gap = to_box(far);
    if (far_gap < near_gap) {
      std::swap(near, far);
      std::swap(near_gap, far_gap);
    }
    visit(near, near_gap);
    visit(far, far_gap);
  }
};

/// Whether a foreign leaf is so near to a leaf of one group that a pair of their points may be the
/// group's way out. Most leaves of a large group are far from all others, and are done with here.
template <int D>
struct LeafWalk {
  const Boruvka& b;
  std::int32_t from = 0;  ///< the leaf's node
  std::int32_t own = 0;   ///< its group
  double bound = 0;

  double gap(std::int32_t node) const {
    const std::int64_t columns = D > 0 ? D : b.tree.box_stride();
    double sum = 0;
    for (std::int64_t c = 0; c < columns; ++c) {
      const double out =
          std::max(std::max(b.tree.low[node * columns + c] - b.tree.high[from * columns + c],
                            b.tree.low[from * columns + c] - b.tree.high[node * columns + c]),
                   0.0);
      sum += out * out;
    }
    return sum;
  }

  bool visit(std::int32_t index) const {
    if (b.node_group[index] == own || gap(index) > bound) return false;
    if (b.tree.nodes[index].leaves == 1) return true;
    return visit(LeafTree::left(index)) || visit(b.tree.right(index));
  }
};

/// Notes, of a leaf of one group, that none of its points has a way out within the group's bound.
/// False if there may be one, or if the leaf is mixed.
template <int D>
bool pass_over(Boruvka& b, std::int64_t leaf) {
  const std::int32_t node = b.leaf_node[leaf];
  const std::int32_t own = b.node_group[node];
  if (own < 0) return false;
  const double bound = b.shortest[own].load(std::memory_order_relaxed);
  if (LeafWalk<D>{b, node, own, bound}.visit(0)) return false;
  const std::int64_t begin = leaf * kLeafWidth;
  for (std::int64_t p = begin; p < begin + b.tree.leaf_size(leaf); ++p) {
    if (b.nearest[p] >= 0 && b.group[b.nearest[p]] != own) continue;
    b.nearest[p] = -1;
    b.squared[p] = std::max(b.squared[p], bound);
  }
  return true;
}

template <int D>
void search(Boruvka& b, std::int64_t begin, std::int64_t end) {
  static_assert(kSpanBlock % kLeafWidth == 0);
  for (std::int64_t p = begin; p < end; ++p) {
    if (p % kLeafWidth == 0 && pass_over<D>(b, p / kLeafWidth)) {
      p += kLeafWidth - 1;
      continue;
    }
    const std::int32_t own = b.group[p];
    if (b.nearest[p] >= 0 && b.group[b.nearest[p]] != own) continue;
    const double bound = b.shortest[own].load(std::memory_order_relaxed);
    b.nearest[p] = -1;
    if (b.squared[p] > bound) continue;
    Walk<D> walk{b, static_cast<std::int32_t>(p), b.tree.row(p), bound, -1};
    walk.visit(0, 0);
    b.nearest[p] = walk.found;
    b.squared[p] = walk.bound;
    if (walk.found >= 0) lower_to(b.shortest[own], walk.bound);
  }
}

void search_all(Boruvka& b, Team& team) {
  // First bounds in linear time: from earlier rounds, and from consecutive points in the tree,
  // which are close to each other.
  const std::int64_t n = b.tree.n;
  team.for_blocks(n, 16 * kSpanBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      if (b.nearest[p] >= 0 && b.group[b.nearest[p]] != b.group[p]) {
        lower_to(b.shortest[b.group[p]], b.squared[p]);
      } else if (p > 0 && b.group[p] != b.group[p - 1]) {
        double sum = 0;
        for (std::int64_t c = 0; c < b.tree.d; ++c) {
          const double diff = b.tree.row(p)[c] - b.tree.row(p - 1)[c];
          sum += diff * diff;
        }
        sum = std::max({sum, b.core[p], b.core[p - 1]});
        lower_to(b.shortest[b.group[p]], sum);
        lower_to(b.shortest[b.group[p - 1]], sum);
      }
    }
  });
  const bool whole_boxes = b.tree.box_stride() == b.tree.d;
  team.for_blocks(n, kSpanBlock, [&](std::int64_t begin, std::int64_t end) {
    switch (whole_boxes ? b.tree.d : 0) {
      case 1:
        return search<1>(b, begin, end);
      case 2:
        return search<2>(b, begin, end);
      case 3:
        return search<3>(b, begin, end);
      default:
        return search<0>(b, begin, end);
    }
  });
}

/// Groups after a round, and which nodes lie within one.
void refresh(Boruvka& b, std::span<const std::int32_t> component, DisjointSets& sets) {
  for (std::int64_t p = 0; p < b.tree.n; ++p) b.group[p] = sets.find(component[b.tree.order[p]]);
  for (auto& bound : b.shortest) bound.store(kFar, std::memory_order_relaxed);
  for (auto v = std::ssize(b.tree.nodes); v-- > 0;) {
    const auto& node = b.tree.nodes[v];
    std::int32_t common = -1;
    if (node.leaves == 1) {
      const auto begin = b.group.begin() + std::int64_t{node.first_leaf} * kLeafWidth;
      const auto end = begin + b.tree.leaf_size(node.first_leaf);
      common = std::all_of(begin, end, [&](std::int32_t g) { return g == *begin; }) ? *begin : -1;
    } else {
      const auto here = static_cast<std::int32_t>(v);
      const std::int32_t left = b.node_group[LeafTree::left(here)];
      common = left == b.node_group[b.tree.right(here)] ? left : -1;
    }
    b.node_group[v] = common;
  }
}

/// The shortest link out of each group joins it to another.
void join_groups(const Boruvka& b, std::span<const std::int32_t> component, DisjointSets& sets,
                 std::vector<SpanningLink>& links) {
  std::vector<SpanningLink> best(b.shortest.size(), {kFar, 0, 0});
  for (std::int64_t p = 0; p < b.tree.n; ++p) {
    if (b.nearest[p] < 0) continue;
    const auto [i, j] = std::minmax(b.tree.order[p], b.tree.order[b.nearest[p]]);
    best[b.group[p]] = std::min(best[b.group[p]], {b.squared[p], i, j});
  }
  for (const SpanningLink& link : best) {
    if (link.squared == kFar) continue;  // no longer the name of a group
    if (sets.join(component[link.i], component[link.j])) links.push_back(link);
  }
}

}  // namespace

std::vector<SpanningLink> spanning_links(PointsView points, std::span<const std::int32_t> component,
                                         std::int32_t components, Team& team,
                                         std::span<const double> core) {
  std::vector<SpanningLink> links;
  if (components <= 1) return links;
  const LeafTree tree = build_leaf_tree(points, team);
  Boruvka b{.tree = tree,
            .core = std::vector<double>(tree.n, 0.0),
            .group = std::vector<std::int32_t>(tree.n),
            .node_group = std::vector<std::int32_t>(tree.nodes.size()),
            .leaf_node = std::vector<std::int32_t>(tree.leaves()),
            .nearest = std::vector<std::int32_t>(tree.n, -1),
            .squared = std::vector<double>(tree.n, 0.0),
            .shortest = std::vector<std::atomic<double>>(components)};
  for (std::int32_t v = 0; v < std::ssize(tree.nodes); ++v) {
    if (tree.nodes[v].leaves == 1) b.leaf_node[tree.nodes[v].first_leaf] = v;
  }
  for (std::int64_t p = 0; p < tree.n && !core.empty(); ++p) b.core[p] = core[tree.order[p]];
  DisjointSets sets(components);
  links.reserve(components - 1);
  while (std::ssize(links) < components - 1) {
    refresh(b, component, sets);
    search_all(b, team);
    join_groups(b, component, sets, links);
  }
  std::sort(links.begin(), links.end());
  return links;
}

}  // namespace gnac::detail
