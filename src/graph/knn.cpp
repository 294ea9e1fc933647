#include "graph/knn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "graph/knn/descent.h"
#include "graph/knn/duplicates.h"
#include "graph/knn/filter.h"
#include "graph/knn/forest.h"
#include "graph/knn/kernels.h"
#include "graph/knn/search.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail {
namespace {

using namespace knn_detail;

// Below these dimensions, computing every distance in double costs less than filtering first;
// above, the filter's error bound is useless.
constexpr std::int64_t kFirstFiltered = 5;
constexpr std::int64_t kLastFiltered = 100'000;

// The forest's share of an approximate search, for progress.
constexpr double kForestShare = 0.6;

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

// fn(position, neighbours) for all positions of the tree, in slices, reporting progress in between.
template <class Fn>
void search_all(const LeafTree& tree, const Filter* filter, std::int64_t k, std::int64_t group,
                Team& team, const Fn& fn) {
  constexpr std::int64_t kSlices = 20;
  const Kernels kernels = best_kernels();
  const std::int64_t groups = (tree.n + group - 1) / group;
  const std::int64_t per_slice = (groups + kSlices - 1) / kSlices;
  for (std::int64_t first = 0; first < groups; first += per_slice) {
    const std::int64_t last = std::min(groups, first + per_slice);
    team.for_each(last - first, [&](std::int64_t item) {
      const std::int64_t begin = (first + item) * group;
      const std::int64_t end = std::min(tree.n, begin + group);
      Search search(tree, filter, kernels, k, Queries::of_tree(tree, begin, end));
      search.run();
      for (std::int64_t p = begin; p < end; ++p) fn(p, search.neighbours(p - begin));
    });
    team.advance(kSearchShare * static_cast<double>(last) / static_cast<double>(groups));
  }
}

// What both searches start from.
struct Prepared {
  std::int64_t k = 0;    // clipped
  NeighbourLists lists;  // already filled in for surplus duplicates
  LeafTree tree;         // over all other points
  std::optional<Filter> filter;
  std::int64_t group = 0;

  const Filter* filter_or_null() const { return filter ? &*filter : nullptr; }
};

Prepared prepare(PointsView points, int k, Team& team) {
  assert(points.n >= 1 && points.d >= 1 && k >= 1);
  Prepared out;
  out.k = std::min<std::int64_t>(k, points.n - 1);
  out.lists = empty_lists(points.n, out.k);
  if (out.k == 0) return out;
  Duplicates duplicates = find_duplicates(points, out.k, team);
  for (const auto& [point, first] : duplicates.surplus) {
    std::copy_n(duplicates.members.begin() + first, out.k, out.lists.index.begin() + point * out.k);
  }
  out.tree = build_leaf_tree(points, std::move(duplicates.kept), team);
  if (points.d >= kFirstFiltered && points.d <= kLastFiltered)
    out.filter = build_filter(out.tree, team);
  out.group = group_size(points, out.k);
  return out;
}

NeighbourLists search_exactly(Prepared in, Team& team) {
  NeighbourLists& lists = in.lists;
  search_all(in.tree, in.filter_or_null(), in.k, in.group, team,
             [&](std::int64_t p, std::span<const Candidate> neighbours) {
               std::int64_t at = lists.offset[in.tree.order[p]];
               for (const Candidate& c : neighbours) {
                 lists.index[at] = c.index;
                 lists.distance[at++] = std::sqrt(c.squared);
               }
             });
  return std::move(in.lists);
}

// The share of the true neighbours that the lists contain, from a sample of the tree's points.
double sampled_recall(const Prepared& in, const RoughLists& lists, Team& team) {
  constexpr std::int64_t kGroups = 64;
  const LeafTree& tree = in.tree;
  const std::int64_t groups = (tree.n + in.group - 1) / in.group;
  const std::int64_t taken = std::min(groups, kGroups);
  const Kernels kernels = best_kernels();
  std::vector<std::int64_t> right(static_cast<std::size_t>(taken));
  std::vector<std::int64_t> asked(static_cast<std::size_t>(taken));
  team.for_each(taken, [&](std::int64_t item) {
    const std::int64_t begin = groups * item / taken * in.group;
    const std::int64_t end = std::min(tree.n, begin + in.group);
    Search search(tree, in.filter_or_null(), kernels, in.k, Queries::of_tree(tree, begin, end));
    search.run();
    for (std::int64_t p = begin; p < end; ++p) {
      // Lists contain only real points, so an entry at or before the true last neighbour is a true
      // neighbour.
      const Candidate last = search.neighbours(p - begin).back();
      for (std::int64_t e = p * in.k; e < (p + 1) * in.k; ++e) {
        const Candidate own{lists.squared[e], tree.order[lists.neighbour[e]]};
        right[item] += last < own ? 0 : 1;
      }
    }
    asked[item] = (end - begin) * in.k;
  });
  return static_cast<double>(std::accumulate(right.begin(), right.end(), std::int64_t{0})) /
         static_cast<double>(std::accumulate(asked.begin(), asked.end(), std::int64_t{0}));
}

}  // namespace

NeighbourLists knn(PointsView points, int k, Team& team) {
  Prepared in = prepare(points, k, team);
  return in.k == 0 ? std::move(in.lists) : search_exactly(std::move(in), team);
}

ApproximateNeighbours approximate_knn(PointsView points, int k, Team& team) {
  Prepared in = prepare(points, k, team);
  if (in.k == 0) return {std::move(in.lists), 1};
  if (!in.filter || in.k > kMostRough) return {search_exactly(std::move(in), team), 1};
  const LeafTree& tree = in.tree;
  const PointsView rows{tree.rows.data(), tree.n, tree.d};
  RoughLists found(tree.order, in.k);
  grow_forest(rows, found, kForestShare * kSearchShare, team);
  descend(rows, found, kForestShare * kSearchShare, kSearchShare, team);
  const double recall = sampled_recall(in, found, team);
  NeighbourLists& lists = in.lists;
  team.for_blocks(tree.n, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      std::int64_t at = lists.offset[tree.order[p]];
      for (std::int64_t e = p * in.k; e < (p + 1) * in.k; ++e) {
        lists.index[at] = tree.order[found.neighbour[e]];
        lists.distance[at++] = std::sqrt(found.squared[e]);
      }
    }
  });
  return {std::move(in.lists), recall};
}

}  // namespace gnac::detail
