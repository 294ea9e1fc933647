#include "readout/join.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <tuple>

#include "graph/knn.h"
#include "graph/spatial/leaf_tree.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac {
namespace {

constexpr std::int64_t kLeaf = kLeafWidth;
using Tree = LeafTree;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A pair of points of different groups, ordered by (d², lower row, higher row): no two are equal.
struct Link {
  double squared = kInfinity;
  std::int32_t i = 0;
  std::int32_t j = 0;
  bool operator<(const Link& other) const {
    return std::tie(squared, i, j) < std::tie(other.squared, other.i, other.j);
  }
};

void lower_to(std::atomic<double>& value, double other) {
  double seen = value.load(std::memory_order_relaxed);
  while (other < seen && !value.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
}

struct Search {
  const Tree& tree;
  std::vector<std::int32_t> group;       // per position
  std::vector<std::int32_t> node_group;  // per node, -1 where mixed
  // Per group, d² of the shortest link found so far. It only serves to pass over what cannot be
  // shorter, so it does not matter in which order the threads lower it.
  std::vector<std::atomic<double>> shortest;

  Search(const Tree& t, std::int32_t groups)
      : tree(t), group(t.n), node_group(t.nodes.size()), shortest(groups) {}

  double between(std::int64_t p, std::int64_t q) const {
    return squared_distance(tree.row(p), tree.row(q), tree.d);
  }

  // d² between the boxes of two nodes.
  double gap(std::int32_t v, std::int32_t w) const {
    double sum = 0;
    for (std::size_t c = 0; c < tree.box_columns.size(); ++c) {
      const auto at_v = v * tree.box_stride() + static_cast<std::int64_t>(c);
      const auto at_w = w * tree.box_stride() + static_cast<std::int64_t>(c);
      const double out =
          std::max({tree.low[at_v] - tree.high[at_w], tree.low[at_w] - tree.high[at_v], 0.0});
      sum += out * out;
    }
    return sum;
  }
};

// The shortest links that leave one leaf, per point of it.
class LeafWalk {
 public:
  LeafWalk(Search& search, std::int32_t node) : s_(search), node_(node) {
    begin_ = std::int64_t{s_.tree.nodes[node].first_leaf} * kLeaf;
    end_ = begin_ + s_.tree.leaf_size(s_.tree.nodes[node].first_leaf);
    visit(0, 0.0);
  }

  std::int64_t begin() const { return begin_; }
  std::int64_t end() const { return end_; }
  const Link& link(std::int64_t position) const { return links_[position - begin_]; }

 private:
  // Beyond this no point of the leaf finds the shortest link of its group.
  double reach() const {
    double reach = 0;
    for (auto p = begin_; p < end_; ++p) {
      reach = std::max(reach, s_.shortest[s_.group[p]].load(std::memory_order_relaxed));
    }
    return reach;
  }

  void visit(std::int32_t v, double away) {
    const std::int32_t own = s_.node_group[node_];
    if ((own >= 0 && s_.node_group[v] == own) || away > reach()) return;
    if (s_.tree.nodes[v].leaves == 1) return scan(s_.tree.nodes[v].first_leaf);
    std::int32_t near = Tree::left(v), far = s_.tree.right(v);
    double near_gap = s_.gap(node_, near), far_gap = s_.gap(node_, far);
    if (far_gap < near_gap) {
      std::swap(near, far);
      std::swap(near_gap, far_gap);
    }
    visit(near, near_gap);
    visit(far, far_gap);
  }

  void scan(std::int64_t leaf) {
    for (auto p = begin_; p < end_; ++p) {
      auto& shortest = s_.shortest[s_.group[p]];
      for (auto q = leaf * kLeaf; q < leaf * kLeaf + s_.tree.leaf_size(leaf); ++q) {
        if (s_.group[q] == s_.group[p]) continue;
        const double squared = s_.between(p, q);
        if (squared > shortest.load(std::memory_order_relaxed)) continue;
        const auto [i, j] = std::minmax(s_.tree.order[p], s_.tree.order[q]);
        links_[p - begin_] = std::min(links_[p - begin_], Link{squared, i, j});
        lower_to(shortest, squared);
      }
    }
  }

  Search& s_;
  std::int32_t node_;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  Link links_[kLeaf];
};

// Points that follow each other in the tree are near each other: first bounds in linear time.
void bound_by_neighbours_in_order(Search& s) {
  for (std::int64_t p = 1; p < s.tree.n; ++p) {
    if (s.group[p] == s.group[p - 1]) continue;
    const double squared = s.between(p, p - 1);
    lower_to(s.shortest[s.group[p]], squared);
    lower_to(s.shortest[s.group[p - 1]], squared);
  }
}

void mark_nodes(Search& s) {
  for (auto v = std::ssize(s.tree.nodes); v-- > 0;) {
    const auto& node = s.tree.nodes[v];
    std::int32_t common = -1;
    if (node.leaves == 1) {
      const auto begin = s.group.begin() + std::int64_t{node.first_leaf} * kLeaf;
      const auto end = begin + s.tree.leaf_size(node.first_leaf);
      common = std::all_of(begin, end, [&](std::int32_t g) { return g == *begin; }) ? *begin : -1;
    } else {
      const auto here = static_cast<std::int32_t>(v);
      const std::int32_t left = s.node_group[Tree::left(here)];
      common = left == s.node_group[s.tree.right(here)] ? left : -1;
    }
    s.node_group[v] = common;
  }
}

// The shortest link out of each group (named by its representative component).
std::vector<Link> shortest_links(Search& s, Team& team) {
  for (auto& bound : s.shortest) bound.store(kInfinity, std::memory_order_relaxed);
  bound_by_neighbours_in_order(s);
  mark_nodes(s);
  std::vector<std::int32_t> leaves;
  for (std::size_t v = 0; v < s.tree.nodes.size(); ++v) {
    if (s.tree.nodes[v].leaves == 1) leaves.push_back(static_cast<std::int32_t>(v));
  }
  std::vector<Link> of_point(s.tree.n);
  team.for_each(std::ssize(leaves), [&](std::int64_t k) {
    const LeafWalk walk(s, leaves[k]);
    for (auto p = walk.begin(); p < walk.end(); ++p) of_point[p] = walk.link(p);
  });
  std::vector<Link> of_group(s.shortest.size());
  for (std::int64_t p = 0; p < s.tree.n; ++p) {
    of_group[s.group[p]] = std::min(of_group[s.group[p]], of_point[p]);
  }
  return of_group;
}

// The links of the minimum spanning tree of the components, ascending.
std::vector<Link> spanning_links(PointsView points, std::span<const std::int32_t> component,
                                 std::int32_t components, Team& team) {
  const Tree tree = build_leaf_tree(points, team);
  Search search(tree, components);
  DisjointSets sets(components);
  std::vector<Link> links;
  while (std::ssize(links) < components - 1) {
    for (std::int64_t p = 0; p < tree.n; ++p) {
      search.group[p] = sets.find(component[tree.order[p]]);
    }
    for (const Link& link : shortest_links(search, team)) {
      if (link.squared == kInfinity) continue;  // not the name of a group any more
      if (sets.join(component[link.i], component[link.j])) links.push_back(link);
    }
  }
  std::sort(links.begin(), links.end());
  return links;
}

}  // namespace

std::vector<std::int32_t> join_components(PointsView points,
                                          std::span<const std::int32_t> component,
                                          std::int32_t components, std::int32_t groups,
                                          Team& team) {
  DisjointSets sets(components);
  if (groups < components) {
    const auto links = spanning_links(points, component, components, team);
    for (std::int32_t k = 0; k < components - groups; ++k) {
      sets.join(component[links[k].i], component[links[k].j]);
    }
  }
  std::vector<std::int32_t> group(components);
  for (std::int32_t c = 0; c < components; ++c) group[c] = sets.find(c);
  relabel_by_appearance(group, components);
  return group;
}

}  // namespace gnac
