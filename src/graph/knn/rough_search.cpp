#include "graph/knn/rough_search.h"

#include <algorithm>
#include <cmath>

#include "graph/knn.h"
#include "graph/knn/descent.h"

namespace gnac::detail::knn_detail {
namespace {

constexpr std::int64_t kLength = 2;  // candidates kept, in neighbours
constexpr double kFirstLook = 8192;  // points that each point is compared with at first
constexpr double kCellShare = 0.5;   // of the progress

}  // namespace

RoughSearch::RoughSearch(const LeafTree& tree, const Filter& filter, const WholeRows* whole,
                         std::int64_t k, Team& team)
    : tree_(tree),
      whole_(whole),
      k_(k),
      rows_(rough_rows(tree, filter, whole, team)),
      cells_(make_cells(rows_, team)),
      lists_(tree.n, std::min(tree.n - 1, kLength * k)) {}

void RoughSearch::look(double from, double to, Team& team) {
  const double middle = std::lerp(from, to, kCellShare);
  const auto first = static_cast<std::int64_t>(std::ceil(kFirstLook / cells_.size(tree_.n)));
  const std::int64_t until = std::min(std::max(first, 2 * seen_), cells_.near);
  if (whole_ == nullptr) {
    compare_cells(cells_, rows_, seen_, until, lists_, team);
  } else {
    // The lists have d² of whole rows, which are not to be mixed with others.
    RoughLists near(tree_.n, lists_.length);
    compare_cells(cells_, rows_, seen_, until, near, team);
    team.for_blocks(tree_.n, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t p = begin; p < end; ++p) {
        const std::int32_t* list = near.neighbour.data() + p * near.length;
        for (std::int64_t a = 0; a < near.length && list[a] >= 0; ++a)
          lists_.offer(p, list[a], rows_.squared(p, list[a], lists_.reach(p)));
      }
    });
  }
  seen_ = until;
  team.advance(middle);
  descend(rows_, lists_, k_, middle, to, team);
}

std::vector<Candidate> RoughSearch::neighbours(std::int64_t p) const {
  const std::int32_t* list = lists_.neighbour.data() + p * lists_.length;
  const auto found = std::find(list, list + lists_.length, -1) - list;
  std::vector<Candidate> out;
  std::vector<WholeRows::Pair> pairs;
  std::vector<double> squared(static_cast<std::size_t>(lists_.length));
  for (std::int64_t first = 0; first < found; first += k_) {
    const std::int64_t last = std::min<std::int64_t>(first + k_, found);
    pairs.clear();
    for (std::int64_t a = first; a < last; ++a) {
      if (whole_ != nullptr && first > 0 && !whole_->may_be_within(p, list[a], out.back().squared))
        continue;
      pairs.push_back({p, list[a]});
    }
    if (whole_ != nullptr) {
      whole_->squared(pairs, squared.data());
    } else {
      for (std::size_t a = 0; a < pairs.size(); ++a)
        squared[a] = squared_distance(tree_.row(p), tree_.row(pairs[a].q), tree_.d);
    }
    for (std::size_t a = 0; a < pairs.size(); ++a)
      out.push_back({squared[a], tree_.order[pairs[a].q]});
    std::sort(out.begin(), out.end());
    if (std::ssize(out) > k_) out.resize(static_cast<std::size_t>(k_));
  }
  return out;
}

}  // namespace gnac::detail::knn_detail
