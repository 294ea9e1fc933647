#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/knn/search_cells.h"
#include "graph/knn/filter.h"
#include "graph/knn/rough_lists.h"
#include "graph/knn/rough_rows.h"
#include "graph/knn/search.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// Nearly all of the k nearest neighbours of every point of a tree, k <= kMostRough: points are
/// compared with those of the cells nearest to their own, then with the neighbours of their
/// neighbours, all in single precision; of the candidates that remain, more than k, the nearest in
/// double are the answer. Nothing is drawn and every list has one writer, so the answer is the
/// same at any number of threads.
class RoughSearch {
 public:
  /// Borrows its arguments. `whole` may be null; else the tree is that of a reduction of its rows.
  RoughSearch(const LeafTree& tree, const Filter& filter, const WholeRows* whole, std::int64_t k,
              Team& team);

  /// Looks further; each call does as much as all before it. Advances the team's progress between
  /// the two values.
  void look(double from, double to, Team& team);

  /// Whether look() could still find more.
  bool can_look() const { return seen_ < cells_.near; }

  /// The neighbours of position p: k of them, ascending, with the indices of tree.order and true
  /// d². Fewer only if no more were found.
  std::vector<Candidate> neighbours(std::int64_t p) const;

 private:
  const LeafTree& tree_;
  const WholeRows* whole_;
  std::int64_t k_;
  RoughRows rows_;
  Cells cells_;
  std::int64_t seen_ = 0;  // cells compared with each
  RoughLists lists_;
};

}  // namespace gnac::detail::knn_detail
