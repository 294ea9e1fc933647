#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
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

  Search search(std::int64_t g) const { return search(begin(g), end(g)); }
  Search search(std::int64_t from, std::int64_t to) const {
    return {tree, filter, kernels, k, Queries::of_tree(tree, from, to), whole};
  }
};

/// Lists of k points for each position of a tree, ascending by (d², index).
struct FoundLists {
  std::int64_t k = 0;
  std::vector<double> squared;
  std::vector<std::int32_t> index;

  void copy(std::int64_t position, const FoundLists& from, std::int64_t its_position) {
    std::copy_n(from.squared.begin() + its_position * k, k, squared.begin() + position * k);
    std::copy_n(from.index.begin() + its_position * k, k, index.begin() + position * k);
  }

  std::vector<Candidate> of(std::int64_t position) const {
    std::vector<Candidate> list;
    for (std::int64_t a = position * k; a < (position + 1) * k; ++a)
      list.push_back({squared[a], index[a]});
    return list;
  }
};

/// The true neighbours of some points of some groups, spread evenly over the tree: what an exact
/// search of all would cost, and how much an approximate one has found.
class SearchSample {
 public:
  SearchSample(const OwnSearches& own, Team& team);

  /// Columns × pairs that an exact search compares for all points.
  double work() const { return work_; }

  /// How far the rests of rows are apart that a reduction leaves out: with 1 less the cosine
  /// between them taken to be this, next to none of the true neighbours would be ruled out.
  double apart() const { return apart_; }

  /// The share of the true neighbours in the lists.
  double recall(const FoundLists& lists) const;

 private:
  std::int64_t sample_end(std::int64_t group) const;

  const OwnSearches& own_;
  std::vector<std::int64_t> taken_;  // groups
  std::vector<Candidate> last_;      // of each point of the sample: the k-th neighbour
  double work_ = 0;
  double apart_ = 0;
};

/// An approximate search. The points are halved along a random direction, the halves again, until
/// about a thousand are left together, which are compared pair by pair; and all of that once more
/// along other directions, until enough neighbours have met.
struct Halved {
  FoundLists lists;
  double recall = 1;  ///< on the sample
};

/// With a recall of kLeastRecall on the sample and something to spare; none if the exact search,
/// which needs a filter either way, would compare no more. Calls `progress` with the share done.
std::optional<Halved> search_halves(const OwnSearches& own, const SearchSample& sample, Team& team,
                                    const std::function<void(double)>& progress);

}  // namespace gnac::detail::knn_detail
