#include "methods/birch/cf_tree.h"

#include <algorithm>
#include <memory>

#include "graph/knn.h"

namespace gnac::detail {
namespace {

struct Node;

/// A clustering feature: how many points, their mean (kept in the node), their spread about it.
struct Entry {
  double size = 0;
  double spread = 0;            ///< sum of squared deviations from the centroid
  std::unique_ptr<Node> child;  ///< null in a leaf
};

struct Node {
  std::vector<Entry> entries;
  std::vector<double> centroids;  ///< one row of d per entry
};

class Tree {
 public:
  Tree(std::int64_t d, double threshold, int branching)
      : d_(d), square_(threshold * threshold), branching_(branching), root_(new Node) {}

  void insert(const double* x) {
    if (!insert(*root_, x)) return;
    auto top = std::make_unique<Node>();
    auto [left, right] = split(std::move(root_));
    append(*top, std::move(left));
    append(*top, std::move(right));
    root_ = std::move(top);
  }

  Subclusters leaves() const {
    Subclusters found;
    found.centroids.d = d_;
    collect(*root_, found);
    found.centroids.n = std::ssize(found.sizes);
    return found;
  }

 private:
  std::size_t nearest(const Node& node, const double* x) const {
    std::size_t best = 0;
    double least = squared_distance(x, node.centroids.data(), d_);
    for (std::size_t e = 1; e < node.entries.size(); ++e) {
      const double distance = squared_distance(x, &node.centroids[e * d_], d_);
      if (distance < least) {
        least = distance;
        best = e;
      }
    }
    return best;
  }

  /// Spread of the entry with x among its points.
  double spread_with(const Node& node, std::size_t e, const double* x) const {
    const Entry& entry = node.entries[e];
    const double away = squared_distance(x, &node.centroids[e * d_], d_);
    return entry.spread + away * entry.size / (entry.size + 1);
  }

  void absorb(Node& node, std::size_t e, const double* x) const {
    Entry& entry = node.entries[e];
    entry.spread = spread_with(node, e, x);
    entry.size += 1;
    double* centroid = &node.centroids[e * d_];
    for (std::int64_t c = 0; c < d_; ++c) centroid[c] += (x[c] - centroid[c]) / entry.size;
  }

  /// True if the node then has too many entries and must split.
  bool insert(Node& node, const double* x) {
    if (!node.entries.empty()) {
      const std::size_t e = nearest(node, x);
      Entry& entry = node.entries[e];
      if (entry.child) {
        if (!insert(*entry.child, x)) {
          absorb(node, e, x);
          return false;
        }
        auto [left, right] = split(std::move(entry.child));
        replace(node, e, std::move(left));
        append(node, std::move(right));
        return std::ssize(node.entries) > branching_;
      }
      if (spread_with(node, e, x) <= square_ * (entry.size + 1)) {
        absorb(node, e, x);
        return false;
      }
    }
    node.entries.push_back({1, 0, nullptr});
    node.centroids.insert(node.centroids.end(), x, x + d_);
    return std::ssize(node.entries) > branching_;
  }

  std::pair<std::unique_ptr<Node>, std::unique_ptr<Node>> split(std::unique_ptr<Node> full) const {
    std::size_t a = 0;
    std::size_t b = 1;
    double most = -1;
    const std::size_t count = full->entries.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        const double away =
            squared_distance(&full->centroids[i * d_], &full->centroids[j * d_], d_);
        if (away > most) {
          most = away;
          a = i;
          b = j;
        }
      }
    }
    auto left = std::make_unique<Node>();
    auto right = std::make_unique<Node>();
    for (std::size_t e = 0; e < count; ++e) {
      const double* at = &full->centroids[e * d_];
      const bool closer = squared_distance(at, &full->centroids[a * d_], d_) <
                          squared_distance(at, &full->centroids[b * d_], d_);
      Node& to = e == a || (closer && e != b) ? *left : *right;
      to.entries.push_back(std::move(full->entries[e]));
      to.centroids.insert(to.centroids.end(), at, at + d_);
    }
    return {std::move(left), std::move(right)};
  }

  /// The feature of all points below a node; its centroid goes to `centroid`.
  Entry summary(const Node& node, double* centroid) const {
    Entry total;
    for (const Entry& entry : node.entries) total.size += entry.size;
    std::fill(centroid, centroid + d_, 0.0);
    for (std::size_t e = 0; e < node.entries.size(); ++e) {
      const double share = node.entries[e].size / total.size;
      for (std::int64_t c = 0; c < d_; ++c) centroid[c] += share * node.centroids[e * d_ + c];
    }
    for (std::size_t e = 0; e < node.entries.size(); ++e) {
      const double away = squared_distance(&node.centroids[e * d_], centroid, d_);
      total.spread += node.entries[e].spread + node.entries[e].size * away;
    }
    return total;
  }

  void replace(Node& node, std::size_t e, std::unique_ptr<Node> child) const {
    Entry entry = summary(*child, &node.centroids[e * d_]);
    entry.child = std::move(child);
    node.entries[e] = std::move(entry);
  }

  void append(Node& node, std::unique_ptr<Node> child) const {
    node.entries.emplace_back();
    node.centroids.resize(node.centroids.size() + static_cast<std::size_t>(d_));
    replace(node, node.entries.size() - 1, std::move(child));
  }

  void collect(const Node& node, Subclusters& found) const {
    for (std::size_t e = 0; e < node.entries.size(); ++e) {
      if (node.entries[e].child) {
        collect(*node.entries[e].child, found);
        continue;
      }
      found.sizes.push_back(node.entries[e].size);
      const double* at = &node.centroids[e * d_];
      found.centroids.values.insert(found.centroids.values.end(), at, at + d_);
    }
  }

  std::int64_t d_;
  double square_;
  int branching_;
  std::unique_ptr<Node> root_;
};

}  // namespace

Subclusters cf_tree_leaves(PointsView points, double threshold, int branching, Team& team) {
  Tree tree(points.d, threshold, branching);
  for (std::int64_t i = 0; i < points.n; ++i) {
    tree.insert(points.row(i).data());
    if (i % 4096 == 0) team.advance(static_cast<double>(i) / static_cast<double>(points.n));
  }
  return tree.leaves();
}

}  // namespace gnac::detail
