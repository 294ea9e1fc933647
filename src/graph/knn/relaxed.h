#pragma once

#include <cstdint>
#include <vector>

#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/search.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// Searches for the neighbours of a tree's own points, a group of consecutive positions at a time.
struct OwnSearches {
  const LeafTree& tree;
  const Filter* filter = nullptr;
  const WholeRows* whole = nullptr;
  Kernels kernels;
  std::int64_t k = 0;
  std::int64_t group = kGroup;

  std::int64_t groups() const { return (tree.n + group - 1) / group; }
  std::int64_t begin(std::int64_t g) const { return g * group; }
  std::int64_t end(std::int64_t g) const { return std::min(tree.n, (g + 1) * group); }

  Search search(std::int64_t g, double stretch = 1) const {
    return {tree, filter, kernels, k, Queries::of_tree(tree, begin(g), end(g)), whole, stretch};
  }
};

/// Some groups, spread evenly over the tree, with their true neighbours: what an exact search of
/// all would cost, and what an approximate one would find.
class SearchSample {
 public:
  SearchSample(const OwnSearches& own, Team& team);

  struct Outcome {
    double recall = 1;  ///< the share of the true neighbours that were found
    double work = 0;    ///< columns × pairs compared per query
  };

  const Outcome& exact() const { return exact_; }
  Outcome with(double stretch, Team& team) const;

 private:
  Outcome run(double stretch, std::vector<Candidate>* last, Team& team) const;

  const OwnSearches& own_;
  std::vector<std::int64_t> taken_;  // groups
  std::vector<Candidate> last_;      // taken×group: the k-th neighbour
  Outcome exact_;
};

/// An approximate search: the exact one, in which d² from a query to a box counts `stretch` times.
/// Boxes are empty in most of their volume, the more so the more columns there are; the nearest of
/// their points are much farther than they are.
struct Relaxed {
  double stretch = 1;
  double recall = 1;  ///< on the sample
};

/// The largest stretch that finds the neighbours of the sample with a recall of kLeastRecall and
/// something to spare; 1 if that saves little.
Relaxed relax(const SearchSample& sample, Team& team);

}  // namespace gnac::detail::knn_detail
