#include "graph/knn.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "graph/knn/duplicates.h"
#include "graph/knn/filter.h"
#include "graph/knn/kernels.h"
#include "graph/knn/reduction.h"
#include "graph/knn/rough_search.h"
#include "graph/knn/search.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail {
namespace {

using namespace knn_detail;

// Below these dimensions, computing every distance in double costs less than filtering first;
// above, the filter's error bound is useless.
constexpr std::int64_t kFirstFiltered = 5;
constexpr std::int64_t kLastFiltered = 100'000;

// Fewer points are not worth the search for directions.
constexpr std::int64_t kFewestReduced = 2000;

// Queries that walk the tree together: enough to share the work of a leaf, few enough to be close
// to each other, to stop within a fraction of a second and to keep their candidates in little
// memory.
std::int64_t group_size(const LeafTree& tree, std::int64_t k) {
  constexpr std::int64_t kLeast = 6;
  constexpr std::int64_t kWork = 4'000'000'000;  // columns × pairs
  constexpr std::int64_t kCandidates = 1'000'000;
  return std::clamp(std::min(kWork / (tree.n * tree.d), kCandidates / k), kLeast, kGroup);
}

NeighbourLists empty_lists(std::int64_t n, std::int64_t k) {
  NeighbourLists lists;
  lists.offset.resize(n + 1);
  for (std::int64_t i = 0; i <= n; ++i) lists.offset[i] = i * k;
  lists.index.resize(n * k);
  lists.distance.resize(n * k);
  return lists;
}

// What both searches start from.
struct Prepared {
  std::int64_t k = 0;              // clipped
  NeighbourLists lists;            // already filled in for surplus duplicates
  LeafTree tree;                   // over all other points, or over a reduction of them
  std::optional<WholeRows> whole;  // with a reduction
  std::optional<Filter> filter;
  std::int64_t group = 0;
  Metric metric = Metric::euclidean;

  const Filter* filter_or_null() const { return filter ? &*filter : nullptr; }
  const WholeRows* whole_or_null() const { return whole ? &*whole : nullptr; }

  Search search_for(const Kernels& kernels, std::int64_t begin, std::int64_t end) const {
    return {tree,           filter_or_null(), kernels, k, Queries::of_tree(tree, begin, end),
            whole_or_null()};
  }
};

Prepared prepare(PointsView points, int k, Metric metric, Team& team) {
  assert(points.n >= 1 && points.d >= 1 && k >= 1);
  Prepared out;
  out.metric = metric;
  out.k = std::min<std::int64_t>(k, points.n - 1);
  out.lists = empty_lists(points.n, out.k);
  if (out.k == 0) return out;
  Duplicates duplicates = find_duplicates(points, out.k, team);
  for (const auto& [point, first] : duplicates.surplus) {
    std::copy_n(duplicates.members.begin() + first, out.k, out.lists.index.begin() + point * out.k);
  }
  const bool filtered =
      points.d >= kFirstFiltered && points.d <= kLastFiltered && metric != Metric::manhattan;
  std::optional<Reduction> reduced;
  if (filtered && points.n >= kFewestReduced) reduced = reduce(points, team);
  const PointsView seen = reduced ? PointsView(reduced->rows) : points;
  out.tree = build_leaf_tree(seen, std::move(duplicates.kept), team);
  if (reduced) out.whole = whole_rows(points, out.tree.order, reduced->slack, team);
  if (filtered) out.filter = build_filter(out.tree, team);
  out.group = group_size(out.tree, out.k);
  return out;
}

// In slices, reporting progress in between.
NeighbourLists search_exactly(Prepared in, Team& team) {
  constexpr std::int64_t kSlices = 20;
  NeighbourLists& lists = in.lists;
  const LeafTree& tree = in.tree;
  const Kernels kernels = best_kernels(in.metric);
  const std::int64_t groups = (tree.n + in.group - 1) / in.group;
  const std::int64_t per_slice = (groups + kSlices - 1) / kSlices;
  for (std::int64_t first = 0; first < groups; first += per_slice) {
    const std::int64_t last = std::min(groups, first + per_slice);
    team.for_each(last - first, [&](std::int64_t item) {
      const std::int64_t begin = (first + item) * in.group;
      const std::int64_t end = std::min(tree.n, begin + in.group);
      Search search = in.search_for(kernels, begin, end);
      search.run();
      for (std::int64_t p = begin; p < end; ++p) {
        std::int64_t at = lists.offset[tree.order[p]];
        for (const Candidate& c : search.neighbours(p - begin)) {
          lists.index[at] = c.index;
          lists.distance[at++] = distance_of(in.metric, c.squared);
        }
      }
    });
    team.advance(kSearchShare * static_cast<double>(last) / static_cast<double>(groups));
  }
  return std::move(in.lists);
}

// Groups of the tree's points, spread evenly over it: fn(item, begin, end, search), after the exact
// search for the points at the positions [begin, end).
template <class Fn>
void search_sample(const Prepared& in, std::int64_t groups_taken, Team& team, const Fn& fn) {
  const LeafTree& tree = in.tree;
  const std::int64_t groups = (tree.n + in.group - 1) / in.group;
  const std::int64_t taken = std::min(groups, groups_taken);
  const Kernels kernels = best_kernels(in.metric);
  team.for_each(taken, [&](std::int64_t item) {
    const std::int64_t begin = groups * item / taken * in.group;
    const std::int64_t end = std::min(tree.n, begin + in.group);
    Search search = in.search_for(kernels, begin, end);
    search.run();
    fn(item, begin, end, search);
  });
}

double sum_of(const std::vector<std::int64_t>& counts) {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
}

// The share of the true neighbours that the search has found, from a sample of the tree's points.
double sampled_recall(const Prepared& in, const RoughSearch& rough, Team& team) {
  constexpr std::int64_t kGroups = 16;
  std::vector<std::int64_t> right(kGroups);
  std::vector<std::int64_t> asked(kGroups);
  search_sample(in, kGroups, team,
                [&](std::int64_t item, std::int64_t begin, std::int64_t end, Search& search) {
                  for (std::int64_t p = begin; p < end; ++p) {
                    // Lists contain only real points, so an entry at or before the true last
                    // neighbour is a true neighbour.
                    const Candidate last = search.neighbours(p - begin).back();
                    right[item] += std::ranges::count_if(
                        rough.neighbours(p), [&](const Candidate& own) { return !(last < own); });
                  }
                  asked[item] = (end - begin) * in.k;
                });
  return sum_of(right) / sum_of(asked);
}

// Columns × pairs that the exact search would compare, from a sample.
double expected_work(const Prepared& in, Team& team) {
  constexpr std::int64_t kGroups = 8;
  std::vector<std::int64_t> scanned(kGroups);
  std::vector<std::int64_t> asked(kGroups);
  search_sample(in, kGroups, team,
                [&](std::int64_t item, std::int64_t begin, std::int64_t end, Search& search) {
                  scanned[item] = search.scanned();
                  asked[item] = end - begin;
                });
  return sum_of(scanned) / sum_of(asked) * static_cast<double>(in.tree.n * in.tree.d);
}

FoundNeighbours search_roughly(Prepared in, Team& team) {
  const LeafTree& tree = in.tree;
  RoughSearch rough(tree, *in.filter, in.whole_or_null(), in.k, team);
  double recall = 0;
  double done = 0;  // a guess, for progress
  while (recall < kLeastRecall && rough.can_look()) {
    const double next = done + 0.8 * (kSearchShare - done);
    rough.look(done, next, team);
    done = next;
    recall = sampled_recall(in, rough, team);
  }
  if (recall < kLeastRecall) return {search_exactly(std::move(in), team)};
  NeighbourLists& lists = in.lists;
  team.for_blocks(tree.n, 256, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin; p < end; ++p) {
      std::int64_t at = lists.offset[tree.order[p]];
      for (const Candidate& c : rough.neighbours(p)) {
        lists.index[at] = c.index;
        lists.distance[at++] = std::sqrt(c.squared);
      }
    }
  });
  return {std::move(in.lists), NeighborSearch::approximate, recall};
}

// Whether there is an approximate search for these points that is worth it. With a reduction the
// exact one is faster up to a size.
bool can_be_rough(const Prepared& in, double cheap, Team& team) {
  if (!in.filter || in.k > kMostRough) return false;
  return !in.whole || expected_work(in, team) > cheap;
}

}  // namespace

NeighbourLists knn(PointsView points, int k, Team& team, Metric metric) {
  Prepared in = prepare(points, k, metric, team);
  return in.k == 0 ? std::move(in.lists) : search_exactly(std::move(in), team);
}

FoundNeighbours approximate_knn(PointsView points, int k, Team& team, Metric metric) {
  Prepared in = prepare(points, k, metric, team);
  if (in.k == 0) return {std::move(in.lists)};
  if (!can_be_rough(in, kCheapSearch, team)) return {search_exactly(std::move(in), team)};
  return search_roughly(std::move(in), team);
}

FoundNeighbours search_neighbours(PointsView points, int k, NeighborSearch search, Team& team,
                                  Metric metric, double cheap) {
  if (!may_be_approximate(search, points.n, points.d, cheap)) return {knn(points, k, team, metric)};
  if (search == NeighborSearch::approximate) return approximate_knn(points, k, team, metric);
  Prepared in = prepare(points, k, metric, team);
  if (in.k == 0 || !can_be_rough(in, cheap, team) ||
      (!in.whole && expected_work(in, team) <= cheap))
    return {search_exactly(std::move(in), team)};
  return search_roughly(std::move(in), team);
}

bool may_be_approximate(NeighborSearch search, std::int64_t n, std::int64_t d, double cheap) {
  if (search != NeighborSearch::automatic) return search == NeighborSearch::approximate;
  const auto points = static_cast<double>(n);
  return d >= kFirstFiltered && points * points * static_cast<double>(d) > cheap;
}

}  // namespace gnac::detail
