#include "methods/hdbscan/density_tree.h"

#include <algorithm>
#include <utility>

#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

/// Single linkage in which all merges at one distance are one node, so nodes have two children or
/// more. Nodes 0..n-1 are the points; children come before their parents.
struct LinkageTree {
  std::vector<std::int64_t> first;     ///< per inner node, where its children begin; one more
  std::vector<std::int32_t> children;  ///< of all inner nodes
  std::vector<double> distance;        ///< per inner node
  std::vector<std::int64_t> size;      ///< per node: its points
  std::int64_t n = 0;

  std::span<const std::int32_t> of(std::int64_t node) const {
    const std::int64_t inner = node - n;
    return std::span(children).subspan(first[inner], first[inner + 1] - first[inner]);
  }
};

LinkageTree link(std::span<const MstEdge> edges, std::int64_t n) {
  LinkageTree tree{.first = {0}, .children = {}, .distance = {}, .size = {}, .n = n};
  tree.size.assign(n, 1);
  DisjointSets sets(n);
  std::vector<std::int32_t> node(n);  // of each set's representative
  for (std::int64_t i = 0; i < n; ++i) node[i] = static_cast<std::int32_t>(i);
  std::vector<std::int32_t> sources;                          // representatives that merge now
  std::vector<std::pair<std::int32_t, std::int32_t>> merged;  // new representative, old node
  for (std::size_t e = 0; e < edges.size();) {
    const double distance = edges[e].distance;
    sources.clear();
    const std::size_t begin = e;
    for (; e < edges.size() && edges[e].distance == distance; ++e) {
      sources.push_back(sets.find(edges[e].i));
      sources.push_back(sets.find(edges[e].j));
    }
    std::ranges::sort(sources);
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    for (std::size_t k = begin; k < e; ++k) sets.join(edges[k].i, edges[k].j);
    merged.clear();
    for (const std::int32_t old : sources) merged.emplace_back(sets.find(old), node[old]);
    std::ranges::sort(merged);
    for (std::size_t m = 0; m < merged.size();) {
      const std::int32_t set = merged[m].first;
      std::int64_t size = 0;
      for (; m < merged.size() && merged[m].first == set; ++m) {
        tree.children.push_back(merged[m].second);
        size += tree.size[merged[m].second];
      }
      node[set] = static_cast<std::int32_t>(tree.size.size());
      tree.size.push_back(size);
      tree.distance.push_back(distance);
      tree.first.push_back(std::ssize(tree.children));
    }
  }
  return tree;
}

/// Points at distance 0 would be infinitely dense: they count as if at the smallest other distance.
double smallest_distance(std::span<const MstEdge> edges) {
  for (const MstEdge& edge : edges) {
    if (edge.distance > 0) return edge.distance;
  }
  return 1;
}

}  // namespace

DensityTree density_tree(std::span<const MstEdge> edges, std::int64_t n, std::int64_t least) {
  const LinkageTree linkage = link(edges, n);
  const double smallest = smallest_distance(edges);
  DensityTree tree;
  tree.clusters.emplace_back();
  tree.last.assign(n, 0);
  struct Piece {
    std::int32_t node = 0;
    std::int32_t cluster = 0;
    bool left = false;  ///< its points have left the cluster
  };
  std::vector<Piece> pieces{{static_cast<std::int32_t>(linkage.size.size()) - 1, 0, n < least}};
  while (!pieces.empty()) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    if (piece.node < n) {
      tree.last[piece.node] = piece.cluster;
      continue;
    }
    const auto children = linkage.of(piece.node);
    if (piece.left) {
      for (const std::int32_t child : children) pieces.push_back({child, piece.cluster, true});
      continue;
    }
    const double density = 1 / std::max(linkage.distance[piece.node - n], smallest);
    const auto large = std::ranges::count_if(
        children, [&](std::int32_t child) { return linkage.size[child] >= least; });
    for (const std::int32_t child : children) {
      const bool stays = linkage.size[child] >= least;
      if (!stays || large > 1) {
        DensityTree::Cluster& own = tree.clusters[piece.cluster];
        own.stability += static_cast<double>(linkage.size[child]) * (density - own.birth);
      }
      if (stays && large > 1) {
        pieces.push_back({child, static_cast<std::int32_t>(tree.clusters.size()), false});
        tree.clusters.push_back({.parent = piece.cluster, .birth = density});
      } else {
        pieces.push_back({child, piece.cluster, !stays});
      }
    }
  }
  return tree;
}

std::vector<std::int32_t> most_stable(const DensityTree& tree) {
  const auto count = std::ssize(tree.clusters);
  std::vector<double> best(count);    // of a cluster and all that come from it
  std::vector<double> within(count);  // of those that come from it
  std::vector<bool> chosen(count);
  for (std::int64_t c = count; c-- > 1;) {
    chosen[c] = tree.clusters[c].stability >= within[c];
    best[c] = std::max(tree.clusters[c].stability, within[c]);
    within[tree.clusters[c].parent] += best[c];
  }
  // A chosen cluster covers those that come from it.
  std::vector<std::int32_t> label(count, -1);
  std::int32_t labels = 0;
  for (std::int64_t c = 1; c < count; ++c) {
    label[c] = label[tree.clusters[c].parent];
    if (label[c] < 0 && chosen[c]) label[c] = labels++;
  }
  std::vector<std::int32_t> of_points;
  of_points.reserve(tree.last.size());
  for (const std::int32_t c : tree.last) of_points.push_back(label[c]);
  return of_points;
}

}  // namespace gnac::detail
