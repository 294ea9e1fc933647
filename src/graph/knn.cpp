#include "graph/knn.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>
#include <utility>

#include "graph/knn/duplicates.h"
#include "graph/knn/filter.h"
#include "graph/knn/halving.h"
#include "graph/knn/kernels.h"
#include "graph/knn/reduction.h"
#include "graph/knn/search.h"
#include "graph/knn/whole_rows.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail {
namespace {

using namespace knn_detail;

// A share of the variance: below this, a reduction would leave most pairs to be compared in all
// columns, one by one.
constexpr double kLeastKept = 0.75;

// Fewer points are not worth the search for directions, nor a sample.
constexpr std::int64_t kFew = 2000;

// Queries that walk the tree together: enough to share the work of a leaf, few enough to be close
// to each other, to stop within a fraction of a second and to keep their candidates in little
// memory.
std::int64_t group_size(const LeafTree& tree, std::int64_t k) {
  constexpr std::int64_t kLeast = 6;
  constexpr std::int64_t kWork = 4'000'000'000;  // columns × pairs
  constexpr std::int64_t kCandidates = 1'000'000;
  return std::clamp(std::min(kWork / (tree.n * tree.d), kCandidates / k), kLeast, kGroup);
}

NeighborLists empty_lists(std::int64_t n, std::int64_t k) {
  NeighborLists lists;
  lists.offset.resize(n + 1);
  for (std::int64_t i = 0; i <= n; ++i) lists.offset[i] = i * k;
  lists.index.resize(n * k);
  lists.distance.resize(n * k);
  return lists;
}

// The input that both searches prepare.
struct Prepared {
  std::int64_t k = 0;              // clipped
  NeighborLists lists;             // already filled in for surplus duplicates
  LeafTree tree;                   // over all other points, or over a reduction of them
  std::optional<WholeRows> whole;  // with a reduction
  std::optional<Filter> filter;
  std::int64_t group = 0;
  Metric metric = Metric::euclidean;

  OwnSearches own() const {
    return {.tree = tree,
            .filter = filter ? &*filter : nullptr,
            .whole = whole ? &*whole : nullptr,
            .kernels = best_kernels(metric),
            .k = k,
            .group = group};
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
  const bool filtered = may_be_filtered(points.d, metric);
  std::optional<Reduction> reduced;
  if (filtered && points.n >= kFew) reduced = reduce(points, team);
  if (reduced && !(reduced->kept >= kLeastKept)) reduced.reset();
  const PointsView seen = reduced ? PointsView(reduced->rows) : points;
  out.tree = build_leaf_tree(seen, std::move(duplicates.kept), team);
  if (reduced) {
    const double slack = reduced->slack;
    reduced.reset();  // the tree has its rows
    out.whole = whole_rows(points, out.tree.order, slack, team);
  }
  if (filtered) out.filter = build_filter(out.tree, team);
  out.group = group_size(out.tree, out.k);
  return out;
}

// The neighbours of the point at position p.
void keep(Prepared& in, std::int64_t p, std::span<const Candidate> found) {
  std::int64_t at = in.lists.offset[in.tree.order[p]];
  for (const Candidate& c : found) {
    in.lists.index[at] = c.index;
    in.lists.distance[at++] = distance_of(in.metric, c.squared);
  }
}

// In slices, reporting progress in between.
NeighborLists search_all(Prepared in, Team& team) {
  constexpr std::int64_t kSlices = 20;
  const OwnSearches own = in.own();
  const std::int64_t per_slice = (own.groups() + kSlices - 1) / kSlices;
  for (std::int64_t first = 0; first < own.groups(); first += per_slice) {
    const std::int64_t last = std::min(own.groups(), first + per_slice);
    team.for_each(last - first, [&](std::int64_t item) {
      const std::int64_t g = first + item;
      Search search = own.search(g);
      search.run();
      for (std::int64_t p = own.begin(g); p < own.end(g); ++p)
        keep(in, p, search.neighbours(p - own.begin(g)));
    });
    team.advance(kSearchShare * static_cast<double>(last) / static_cast<double>(own.groups()));
  }
  return std::move(in.lists);
}

// Approximately, if the exact search would compare more columns × pairs than `cheap` and a filter
// makes either fast.
FoundNeighbours search_within(Prepared in, double cheap, Team& team) {
  std::optional<Halved> found;
  if (in.filter && in.tree.n >= kFew) {
    const OwnSearches own = in.own();
    const SearchSample sample(own, team);
    if (sample.work() > cheap) {
      found = search_halves(own, sample, team,
                            [&](double share) { team.advance(kSearchShare * share); });
    }
  }
  if (!found) return {search_all(std::move(in), team)};
  for (std::int64_t p = 0; p < in.tree.n; ++p) keep(in, p, found->lists.of(p));
  return {std::move(in.lists), NeighborSearch::approximate, found->recall};
}

}  // namespace

NeighborLists knn(PointsView points, int k, Team& team, Metric metric) {
  Prepared in = prepare(points, k, metric, team);
  return in.k == 0 ? std::move(in.lists) : search_all(std::move(in), team);
}

FoundNeighbours approximate_knn(PointsView points, int k, Team& team, Metric metric) {
  return search_neighbours(points, k, NeighborSearch::approximate, team, metric);
}

FoundNeighbours search_neighbours(PointsView points, int k, NeighborSearch search, Team& team,
                                  Metric metric, double cheap) {
  if (!may_be_approximate(search, points.n, points.d, cheap)) return {knn(points, k, team, metric)};
  Prepared in = prepare(points, k, metric, team);
  if (in.k == 0) return {std::move(in.lists)};
  return search_within(std::move(in), search == NeighborSearch::approximate ? 0 : cheap, team);
}

bool may_be_approximate(NeighborSearch search, std::int64_t n, std::int64_t d, double cheap) {
  if (search != NeighborSearch::automatic) return search == NeighborSearch::approximate;
  const auto points = static_cast<double>(n);
  return d >= kFirstFiltered && points * points * static_cast<double>(d) > cheap;
}

}  // namespace gnac::detail
