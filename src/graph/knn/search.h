#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail::knn_detail {

/// A point with its squared distance from a query; ordered like neighbours, by (d², index).
struct Candidate {
  double squared = std::numeric_limits<double>::infinity();
  std::int32_t index = std::numeric_limits<std::int32_t>::max();
  bool operator<(const Candidate& other) const {
    return squared < other.squared || (squared == other.squared && index < other.index);
  }
};

/// The query points of one search: at most kGroup, numbered from 0, preferably close to each other.
struct Queries {
  const double* rows = nullptr;  ///< count×d
  std::int64_t count = 0;
  std::int64_t first = -1;  ///< the queries are the points of the tree from this position on, and
                            ///< none is its own neighbour; -1: they are not in the tree

  /// The points at the positions [begin, end).
  static Queries of_tree(const LeafTree& tree, std::int64_t begin, std::int64_t end) {
    return {tree.row(begin), end - begin, begin};
  }
};

/// The k nearest neighbours of a few points, found in one walk over the tree that carries along the
/// queries for which a node is still of interest.
class Search {
 public:
  /// `filter` may be null: every distance is then taken directly. With `whole` the tree is that of
  /// a reduction, and distances are those of the whole rows of its points.
  Search(const LeafTree& tree, const Filter* filter, const Kernels& kernels, std::int64_t k,
         Queries queries, const WholeRows* whole = nullptr);

  /// Call before run(): only neighbours before `worst` are of interest for query q.
  void bound(std::int64_t q, const Candidate& worst);

  void run();

  /// Columns × pairs of a query and a point that run() has compared.
  double work() const {
    return static_cast<double>(scanned_ * tree_.d) +
           (whole_ == nullptr ? 0 : static_cast<double>(compared_ * whole_->points.d));
  }

  /// The neighbours found for query q, at most k; after run(), ascending.
  std::span<Candidate> neighbours(std::int64_t q) {
    return {best_.data() + q * k_, static_cast<std::size_t>(found_[q])};
  }

 private:
  /// A pair that is to be compared in double.
  struct Pending {
    std::int64_t query = 0;
    std::int64_t position = 0;
  };

  void visit(std::int32_t node, QuerySet active, std::size_t depth);
  QuerySet of_interest(std::int32_t node, QuerySet active) const;
  void scan(std::int64_t leaf, QuerySet active);
  void scan_filtered(std::int64_t leaf, std::span<const std::int32_t> active);
  void scan_directly(std::int64_t leaf, std::int64_t q);
  void compare(std::int64_t q, std::int64_t position);
  void compare_pending();
  void offer(std::int64_t q, Candidate candidate);
  void reach_to(std::int64_t q, const Candidate& worst);
  std::int64_t self(std::int64_t q) const { return queries_.first < 0 ? -1 : queries_.first + q; }
  const double* row(std::int64_t q) const { return queries_.rows + q * tree_.d; }

  const LeafTree& tree_;
  const Filter* filter_;
  Kernels kernels_;
  std::int64_t k_;
  Queries queries_;
  const WholeRows* whole_;

  std::vector<double> boxed_;        // box columns×kGroup: queries in the columns of the boxes
  std::vector<double> middle_;       // mean of the queries in those columns
  std::vector<Candidate> best_;      // count×k: a heap with the worst at its front, once full
  std::vector<std::int64_t> found_;  // per query: entries in best_
  std::vector<Candidate> worst_;     // per query: the one to beat; infinite while best_ has room
  std::vector<double> reach_;        // kGroup: its d², in the columns of the tree

  std::vector<float> rows_;    // count×d: queries as the filter expects them
  std::vector<double> norms_;  // per query: from Filter::query
  std::vector<float> limits_;  // per query: from Filter::limit
  QuerySet filterable_ = 0;    // best_ is full and the filter resolves the query
  std::int64_t scanned_ = 0;   // pairs, in the columns of the tree
  std::int64_t compared_ = 0;  // and in those of whole rows

  // Work space.
  std::vector<double> transposed_;  // d×kLeafWidth: the leaf below, column by column
  std::int64_t transposed_leaf_ = -1;
  std::vector<Pending> pending_;
  std::vector<WholeRows::Pair> pairs_;  // of pending_
  std::vector<double> squares_;
};

}  // namespace gnac::detail::knn_detail
