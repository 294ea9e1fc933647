#include "methods/spatial/mst.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "graph/spatial/kd_tree.h"
#include "support/disjoint_sets.h"

namespace gnac {
namespace {

constexpr int kLeaf = 8;
constexpr std::int64_t kBlock = 256;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Boruvka {
  KdTree tree;
  std::vector<std::int32_t> component;       ///< per position
  std::vector<std::int32_t> node_component;  ///< per node, -1 where mixed
  std::vector<std::int32_t> nearest;         ///< per position: nearest foreign position, or -1
  std::vector<double> squared;  ///< per position: its squared distance; a lower bound where -1
  std::vector<std::atomic<double>> shortest;  ///< per component: shortest way out found so far
};

void lower_to(std::atomic<double>& value, double other) {
  double seen = value.load(std::memory_order_relaxed);
  while (other < seen && !value.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
}

/// The order of edges from one position: (squared distance, lower row, higher row).
bool closer(const KdTree& tree, std::int32_t from, double s, std::int32_t to, double other_s,
            std::int32_t other) {
  if (s != other_s) return s < other_s;
  const std::int32_t row = tree.point[from];
  return std::minmax(row, tree.point[to]) < std::minmax(row, tree.point[other]);
}

/// D is the dimension where it is known when compiling, else 0.
template <int D>
struct Walk {
  const Boruvka& b;
  std::int32_t from = 0;
  const double* x = nullptr;
  double bound = 0;  ///< nothing farther counts
  std::int32_t found = -1;

  std::int64_t dimension() const { return D > 0 ? D : b.tree.d; }

  double to_box(std::int32_t node) const {
    const double* low = &b.tree.box[static_cast<std::size_t>(node) * 2 * dimension()];
    const double* high = low + dimension();
    double sum = 0;
    for (std::int64_t c = 0; c < dimension(); ++c) {
      const double out = std::max(std::max(low[c] - x[c], x[c] - high[c]), 0.0);
      sum += out * out;
    }
    return sum;
  }

  void leaf(const KdTree::Node& node) {
    for (std::int32_t p = node.begin; p < node.end; ++p) {
      if (b.component[p] == b.component[from]) continue;
      const double* y = b.tree.at(p);
      double sum = 0;
      for (std::int64_t c = 0; c < dimension(); ++c) sum += (x[c] - y[c]) * (x[c] - y[c]);
      if (sum > bound) continue;
      if (found < 0 || closer(b.tree, from, sum, p, bound, found)) {
        found = p;
        bound = sum;
      }
    }
  }

  void visit(std::int32_t index, double away) {
    if (away > bound || b.node_component[index] == b.component[from]) return;
    const KdTree::Node& node = b.tree.nodes[index];
    if (node.left < 0) return leaf(node);
    const double left = to_box(node.left);
    const double right = to_box(node.right);
    if (left <= right) {
      visit(node.left, left);
      visit(node.right, right);
    } else {
      visit(node.right, right);
      visit(node.left, left);
    }
  }
};

template <int D>
void search(Boruvka& b, std::int64_t begin, std::int64_t end) {
  for (std::int64_t p = begin; p < end; ++p) {
    const std::int32_t own = b.component[p];
    if (b.nearest[p] >= 0 && b.component[b.nearest[p]] != own) continue;
    const double bound = b.shortest[own].load(std::memory_order_relaxed);
    b.nearest[p] = -1;
    if (b.squared[p] > bound) continue;
    Walk<D> walk{b, static_cast<std::int32_t>(p), b.tree.at(p), bound, -1};
    walk.visit(0, 0);
    b.nearest[p] = walk.found;
    b.squared[p] = walk.bound;
    if (walk.found >= 0) lower_to(b.shortest[own], walk.bound);
  }
}

void search_all(Boruvka& b, Team& team) {
  const auto n = static_cast<std::int64_t>(b.component.size());
  team.for_blocks(n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      if (b.nearest[p] >= 0 && b.component[b.nearest[p]] != b.component[p]) {
        lower_to(b.shortest[b.component[p]], b.squared[p]);
      }
    }
  });
  team.for_blocks(n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    switch (b.tree.d) {
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

/// Components after a round, and which nodes lie within one.
void refresh(Boruvka& b, DisjointSets& sets) {
  for (std::size_t p = 0; p < b.component.size(); ++p) {
    b.component[p] = sets.find(static_cast<std::int32_t>(p));
    b.shortest[p].store(kInfinity, std::memory_order_relaxed);
  }
  for (std::size_t k = b.tree.nodes.size(); k-- > 0;) {
    const auto& node = b.tree.nodes[k];
    std::int32_t common = b.component[node.begin];
    if (node.left >= 0) {
      const std::int32_t left = b.node_component[node.left];
      common = left == b.node_component[node.right] ? left : -1;
    } else {
      for (std::int32_t p = node.begin; p < node.end; ++p) {
        if (b.component[p] != common) common = -1;
      }
    }
    b.node_component[k] = common;
  }
}

/// The best edge out of each component joins it to another. Returns the number of components left.
std::int64_t join(Boruvka& b, DisjointSets& sets, std::vector<MstEdge>& edges) {
  std::vector<std::int32_t> best(b.component.size(), -1);  // per component, the position it leaves
  const auto key = [&](std::int32_t p) {
    const auto [i, j] = std::minmax(b.tree.point[p], b.tree.point[b.nearest[p]]);
    return std::tuple(b.squared[p], i, j);
  };
  for (std::size_t p = 0; p < b.component.size(); ++p) {
    if (b.nearest[p] < 0) continue;
    std::int32_t& chosen = best[b.component[p]];
    if (chosen < 0 || key(static_cast<std::int32_t>(p)) < key(chosen)) {
      chosen = static_cast<std::int32_t>(p);
    }
  }
  for (const std::int32_t p : best) {
    if (p < 0 || !sets.join(p, b.nearest[p])) continue;
    const auto [s, i, j] = key(p);
    edges.push_back({i, j, std::sqrt(s)});
  }
  return static_cast<std::int64_t>(b.component.size() - edges.size());
}

}  // namespace

std::vector<MstEdge> euclidean_mst(PointsView points, Team& team) {
  const auto n = static_cast<std::size_t>(points.n);
  Boruvka b;
  b.tree = build_kd_tree(points, kLeaf);
  b.component.resize(n);
  b.node_component.resize(b.tree.nodes.size());
  b.nearest.assign(n, -1);
  b.squared.assign(n, 0);
  b.shortest = std::vector<std::atomic<double>>(n);
  DisjointSets sets(points.n);
  std::vector<MstEdge> edges;
  edges.reserve(n);
  do {
    refresh(b, sets);
    search_all(b, team);
  } while (join(b, sets, edges) > 1);
  std::sort(edges.begin(), edges.end(), [](const MstEdge& x, const MstEdge& y) {
    return std::tie(x.distance, x.i, x.j) < std::tie(y.distance, y.i, y.j);
  });
  return edges;
}

}  // namespace gnac
