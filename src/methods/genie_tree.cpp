#include "methods/genie_tree.h"

#include <algorithm>
#include <numeric>

#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

/// The multiset of cluster sizes, with Σ_{i<j} |c_i - c_j| kept up to date. Fenwick trees over the
/// sizes give each change in logarithmic time, in whole numbers.
class Sizes {
 public:
  explicit Sizes(std::int64_t n)
      : n_(n),
        count_of_(static_cast<std::size_t>(n) + 1),
        count_(static_cast<std::size_t>(n) + 1),
        sum_(static_cast<std::size_t>(n) + 1) {
    // n clusters of one point: no differences yet.
    bump(1, n);
    clusters_ = n;
  }

  void merge(std::int64_t a, std::int64_t b) {
    remove(a);
    remove(b);
    add(a + b);
  }

  /// The smallest size. It never decreases, since merges only make clusters larger.
  std::int64_t smallest() {
    while (count_of_[smallest_] == 0) ++smallest_;
    return smallest_;
  }

  double gini() const {
    if (clusters_ < 2) return 0;
    return static_cast<double>(differences_) /
           (static_cast<double>(clusters_ - 1) * static_cast<double>(n_));
  }

 private:
  void add(std::int64_t size) {
    differences_ += spread(size);
    bump(size, 1);
    ++clusters_;
  }

  void remove(std::int64_t size) {
    bump(size, -1);
    --clusters_;
    differences_ -= spread(size);
  }

  /// Σ |size - c| over the clusters present.
  std::int64_t spread(std::int64_t size) const {
    std::int64_t count = 0;
    std::int64_t sum = 0;
    for (std::int64_t s = size; s > 0; s -= s & -s) {
      count += count_[s];
      sum += sum_[s];
    }
    return (size * count - sum) + ((total_ - sum) - size * (clusters_ - count));
  }

  void bump(std::int64_t size, std::int64_t by) {
    count_of_[size] += by;
    total_ += by * size;
    for (std::int64_t s = size; s <= n_; s += s & -s) {
      count_[s] += by;
      sum_[s] += by * size;
    }
  }

  std::int64_t n_;
  std::int64_t clusters_ = 0;
  std::int64_t total_ = 0;
  std::int64_t differences_ = 0;
  std::int64_t smallest_ = 1;
  std::vector<std::int64_t> count_of_;  ///< clusters of each size
  std::vector<std::int64_t> count_;     ///< Fenwick tree of the same
  std::vector<std::int64_t> sum_;       ///< Fenwick tree of their sizes
};

/// Edges not merged yet, in order: a linked list over the sorted tree edges.
class Waiting {
 public:
  explicit Waiting(std::size_t edges) : next_(edges + 1), previous_(edges + 1) {
    // Position `edges` is both ends of the circle.
    for (std::size_t e = 0; e <= edges; ++e) {
      next_[e] = e == edges ? 0 : e + 1;
      previous_[e] = e == 0 ? edges : e - 1;
    }
  }
  std::size_t first() const { return next_.back(); }
  std::size_t after(std::size_t e) const { return next_[e]; }
  void remove(std::size_t e) {
    next_[previous_[e]] = next_[e];
    previous_[next_[e]] = previous_[e];
  }

 private:
  std::vector<std::size_t> next_;
  std::vector<std::size_t> previous_;
};

}  // namespace

double gini_index(std::span<const std::int64_t> sizes) {
  Sizes all(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
  for (const std::int64_t size : sizes) {
    for (std::int64_t s = 1; s < size; ++s) all.merge(s, 1);
  }
  return all.gini();
}

std::vector<std::int32_t> genie_labels(std::span<const MstEdge> edges, std::int64_t n, int clusters,
                                       double gini_threshold) {
  DisjointSets sets(n);
  Sizes sizes(n);
  Waiting waiting(edges.size());
  // Edges before `searched` touch no cluster of size `searched_for`, and no new cluster of that
  // size will appear: the search for the next one continues from there.
  std::size_t searched = 0;
  std::int64_t searched_for = 0;
  for (std::int64_t left = n; left > clusters; --left) {
    std::size_t chosen = waiting.first();
    if (sizes.gini() > gini_threshold) {
      const std::int64_t smallest = sizes.smallest();
      if (smallest != searched_for) {
        searched_for = smallest;
        searched = chosen;
      }
      chosen = std::max(chosen, searched);
      while (std::min(sets.size(edges[chosen].i), sets.size(edges[chosen].j)) != smallest) {
        chosen = waiting.after(chosen);
      }
      searched = waiting.after(chosen);
    }
    const MstEdge& edge = edges[chosen];
    sizes.merge(sets.size(edge.i), sets.size(edge.j));
    sets.join(edge.i, edge.j);
    waiting.remove(chosen);
  }
  return sets.labels();
}

}  // namespace gnac::detail
