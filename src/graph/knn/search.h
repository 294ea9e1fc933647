#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail::knn_detail {

/// A point by its squared distance from a query; ordered as neighbours are, by (d², index).
struct Candidate {
  double squared = std::numeric_limits<double>::infinity();
  std::int32_t index = std::numeric_limits<std::int32_t>::max();
  bool operator<(const Candidate& other) const {
    return squared < other.squared || (squared == other.squared && index < other.index);
  }
};

/// The k nearest neighbours of a run of consecutive positions, found in one walk over the tree that
/// carries along the queries for which a node is still of interest. Queries are numbered from 0;
/// there are at most kGroup.
class Search {
 public:
  /// `filter` may be null: every distance is then taken directly.
  Search(const LeafTree& tree, const Filter* filter, const Kernels& kernels, std::int64_t k,
         std::int64_t begin, std::int64_t end);

  void run();

  /// The neighbours of query q; after run(), ascending.
  std::span<Candidate> neighbours(std::int64_t q) {
    return {best_.data() + q * k_, static_cast<std::size_t>(k_)};
  }

 private:
  void visit(std::int32_t node, QuerySet active, std::size_t depth);
  QuerySet of_interest(std::int32_t node, QuerySet active) const;
  void scan(std::int64_t leaf, QuerySet active);
  void scan_filtered(std::int64_t leaf, std::span<const std::int32_t> active);
  void scan_directly(std::int64_t leaf, std::int64_t q);
  void offer(std::int64_t q, Candidate candidate);

  const LeafTree& tree_;
  const Filter* filter_;
  Kernels kernels_;
  std::int64_t k_;
  std::int64_t begin_;
  std::int64_t count_;

  std::vector<double> boxed_;        // box columns×kGroup: queries in the columns of the boxes
  std::vector<double> middle_;       // mean of the queries in those columns
  std::vector<Candidate> best_;      // count×k: a heap with the worst at its front, once full
  std::vector<std::int64_t> found_;  // per query: entries in best_
  std::vector<Candidate> worst_;     // per query: the one to beat; infinite while best_ has room
  std::vector<double> reach_;        // kGroup: its d²

  std::vector<float> rows_;    // count×d: queries as the filter takes them
  std::vector<double> norms_;  // per query: as Filter::query gives it
  std::vector<float> limits_;  // per query: as Filter::limit gives it
  QuerySet filterable_ = 0;    // best_ is full and the filter resolves the query

  // Work space.
  std::vector<double> transposed_;  // d×kLeafWidth: the leaf below, column by column
  std::int64_t transposed_leaf_ = -1;
};

}  // namespace gnac::detail::knn_detail
