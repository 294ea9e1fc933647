#include "graph/knn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

#include "graph/knn/duplicates.h"
#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/search.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail {
namespace {

using namespace knn_detail;

// Below, taking every distance in double costs less than filtering first; above, the filter's error
// bound is of no use.
constexpr std::int64_t kFirstFiltered = 5;
constexpr std::int64_t kLastFiltered = 100'000;

// Queries that walk the tree together: enough to share the work of a leaf, few enough to be close
// to each other, to stop within a fraction of a second and to keep their candidates in little
// memory.
std::int64_t group_size(PointsView points, std::int64_t k) {
  constexpr std::int64_t kLeast = 6;
  constexpr std::int64_t kWork = 4'000'000'000;  // columns × pairs
  constexpr std::int64_t kCandidates = 1'000'000;
  return std::clamp(std::min(kWork / (points.n * points.d), kCandidates / k), kLeast, kGroup);
}

NeighbourLists empty_lists(std::int64_t n, std::int64_t k) {
  NeighbourLists lists;
  lists.offset.resize(n + 1);
  for (std::int64_t i = 0; i <= n; ++i) lists.offset[i] = i * k;
  lists.index.resize(n * k);
  lists.distance.resize(n * k);
  return lists;
}

// The lists of all points of the tree, in slices between which progress is told.
void search_all(const LeafTree& tree, const Filter* filter, std::int64_t group, Team& team,
                NeighbourLists& lists) {
  constexpr std::int64_t kSlices = 20;
  const Kernels kernels = best_kernels();
  const std::int64_t groups = (tree.n + group - 1) / group;
  const std::int64_t per_slice = (groups + kSlices - 1) / kSlices;
  for (std::int64_t first = 0; first < groups; first += per_slice) {
    const std::int64_t last = std::min(groups, first + per_slice);
    team.for_each(last - first, [&](std::int64_t item) {
      const std::int64_t begin = (first + item) * group;
      const std::int64_t end = std::min(tree.n, begin + group);
      Search search(tree, filter, kernels, lists.size(0), begin, end);
      search.run();
      for (std::int64_t p = begin; p < end; ++p) {
        std::int64_t at = lists.offset[tree.order[p]];
        for (const Candidate& c : search.neighbours(p - begin)) {
          lists.index[at] = c.index;
          lists.distance[at++] = std::sqrt(c.squared);
        }
      }
    });
    team.advance(kSearchShare * static_cast<double>(last) / static_cast<double>(groups));
  }
}

}  // namespace

NeighbourLists knn(PointsView points, int k, Team& team) {
  assert(points.n >= 1 && points.d >= 1 && k >= 1);
  const std::int64_t kept = std::min<std::int64_t>(k, points.n - 1);
  NeighbourLists lists = empty_lists(points.n, kept);
  if (kept == 0) return lists;
  Duplicates duplicates = find_duplicates(points, kept, team);
  for (const auto& [point, first] : duplicates.surplus) {
    std::copy_n(duplicates.members.begin() + first, kept, lists.index.begin() + point * kept);
  }
  const LeafTree tree = build_leaf_tree(points, std::move(duplicates.kept), team);
  std::optional<Filter> filter;
  if (points.d >= kFirstFiltered && points.d <= kLastFiltered) filter = build_filter(tree, team);
  search_all(tree, filter ? &*filter : nullptr, group_size(points, kept), team, lists);
  return lists;
}

}  // namespace gnac::detail
