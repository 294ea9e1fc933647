#include "graph/nearest.h"

#include <algorithm>
#include <span>
#include <utility>

#include "graph/knn.h"

namespace gnac::detail {
namespace {

constexpr int kLeaf = 16;

using NearRow = std::pair<double, std::int32_t>;  // separation, row

/// The separation (graph/knn.h) of a point from the box of a node.
double box_distance(const FittedIndex& among, const double* x, std::int32_t node) {
  const KdTree& tree = among.tree;
  const double* low = &tree.box[static_cast<std::size_t>(node) * 2 * tree.d];
  const double* high = low + tree.d;
  double sum = 0;
  for (std::int64_t c = 0; c < tree.d; ++c) {
    const double out = std::max({low[c] - x[c], x[c] - high[c], 0.0});
    sum += among.metric == Metric::manhattan ? out : out * out;
  }
  return sum;
}

/// The search for one point: a heap of the best so far, the worst at its front.
struct PointSearch {
  const FittedIndex& among;
  const double* x;
  std::size_t k;
  std::vector<NearRow>& best;

  void offer(NearRow candidate) {
    if (best.size() == k) {
      if (!(candidate < best.front())) return;
      std::pop_heap(best.begin(), best.end());
      best.back() = candidate;
    } else {
      best.push_back(candidate);
    }
    std::push_heap(best.begin(), best.end());
  }

  /// `bound` is at most the separation of any point in the node. Equality is still of interest,
  /// because the row may be lower.
  void visit(std::int32_t node, double bound) {
    const KdTree& tree = among.tree;
    if (best.size() == k && bound > best.front().first) return;
    const auto [begin, end, left, right] = tree.nodes[node];
    if (left < 0) {
      for (std::int32_t p = begin; p < end; ++p) {
        offer({separation(among.metric, x, tree.at(p), tree.d), tree.point[p]});
      }
      return;
    }
    const double to_left = box_distance(among, x, left);
    const double to_right = box_distance(among, x, right);
    if (to_left <= to_right) {
      visit(left, to_left);
      visit(right, to_right);
    } else {
      visit(right, to_right);
      visit(left, to_left);
    }
  }
};

/// Counts the fitted points within whose reach a point lies.
struct ReverseSearch {
  const FittedIndex& among;
  const double* x;
  std::span<const std::int32_t> own;  ///< rows that are not counted, ascending
  std::int64_t found = 0;

  void visit(std::int32_t node) {
    const KdTree& tree = among.tree;
    // The bound is summed in a different order than the distance: leave room for rounding.
    constexpr double kRoom = 1 - 1e-12;
    const double most = among.node_reach[node];
    const double reach = among.metric == Metric::manhattan ? most : most * most;
    if (box_distance(among, x, node) * kRoom >= reach) return;
    const auto [begin, end, left, right] = tree.nodes[node];
    if (left >= 0) {
      visit(left);
      visit(right);
      return;
    }
    for (std::int32_t p = begin; p < end; ++p) {
      const double distance =
          distance_of(among.metric, separation(among.metric, x, tree.at(p), tree.d));
      if (distance < among.reach[p] && !std::binary_search(own.begin(), own.end(), tree.point[p])) {
        ++found;
      }
    }
  }
};

}  // namespace

FittedIndex index_fitted(PointsView fitted, const NeighborLists& lists, Metric metric) {
  FittedIndex out;
  out.metric = metric;
  out.tree = build_kd_tree(fitted, kLeaf);
  if (lists.offset.empty()) return out;
  out.reach.reserve(out.tree.point.size());
  for (const std::int32_t row : out.tree.point) {
    out.reach.push_back(lists.size(row) == 0 ? 0 : lists.distances(row).back());
  }
  for (const auto& node : out.tree.nodes) {
    out.node_reach.push_back(
        *std::max_element(out.reach.begin() + node.begin, out.reach.begin() + node.end));
  }
  return out;
}

std::vector<std::int64_t> degrees_if_added(PointsView of, const FittedIndex& among,
                                           const NeighborLists& ties, Team& team) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(of.n));
  team.for_blocks(of.n, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::int32_t> own;
    for (std::int64_t i = begin; i < end; ++i) {
      own.assign(ties.indices(i).begin(), ties.indices(i).end());
      std::sort(own.begin(), own.end());
      ReverseSearch search{among, of.row(i).data(), own};
      search.visit(0);
      out[i] = ties.size(i) + search.found;
    }
  });
  return out;
}

NeighborLists nearest(PointsView of, const FittedIndex& among, int k, Team& team) {
  const KdTree& tree = among.tree;
  const std::int64_t kept = std::min<std::int64_t>(k, std::ssize(tree.point));
  NeighborLists lists;
  lists.offset.resize(of.n + 1);
  for (std::int64_t i = 0; i <= of.n; ++i) lists.offset[i] = i * kept;
  lists.index.resize(of.n * kept);
  lists.distance.resize(of.n * kept);
  team.for_blocks(of.n, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<NearRow> best;
    for (std::int64_t i = begin; i < end; ++i) {
      best.clear();
      PointSearch search{among, of.row(i).data(), static_cast<std::size_t>(kept), best};
      search.visit(0, 0);
      std::sort_heap(best.begin(), best.end());
      for (std::int64_t a = 0; a < kept; ++a) {
        lists.index[i * kept + a] = best[a].second;
        lists.distance[i * kept + a] = distance_of(among.metric, best[a].first);
      }
    }
  });
  return lists;
}

}  // namespace gnac::detail
