#include "model/nearest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/knn.h"
#include "graph/spatial/kd_tree.h"

namespace gnac {
namespace {

constexpr int kLeaf = 16;

using Candidate = std::pair<double, std::int32_t>;  // d², row

/// The search for one point: a heap of the best so far, the worst at its front.
struct Search {
  const KdTree& tree;
  const double* x;
  std::size_t k;
  std::vector<Candidate>& best;

  double box_distance(std::int32_t node) const {
    const double* low = &tree.box[static_cast<std::size_t>(node) * 2 * tree.d];
    const double* high = low + tree.d;
    double sum = 0;
    for (std::int64_t c = 0; c < tree.d; ++c) {
      const double out = std::max({low[c] - x[c], x[c] - high[c], 0.0});
      sum += out * out;
    }
    return sum;
  }

  void offer(Candidate candidate) {
    if (best.size() == k) {
      if (!(candidate < best.front())) return;
      std::pop_heap(best.begin(), best.end());
      best.back() = candidate;
    } else {
      best.push_back(candidate);
    }
    std::push_heap(best.begin(), best.end());
  }

  /// `bound` is at most the d² of any point in the node. Equal is still of interest: the row may be
  /// lower.
  void visit(std::int32_t node, double bound) {
    if (best.size() == k && bound > best.front().first) return;
    const auto [begin, end, left, right] = tree.nodes[node];
    if (left < 0) {
      for (std::int32_t p = begin; p < end; ++p) {
        offer({squared_distance(x, tree.at(p), tree.d), tree.point[p]});
      }
      return;
    }
    const double to_left = box_distance(left);
    const double to_right = box_distance(right);
    if (to_left <= to_right) {
      visit(left, to_left);
      visit(right, to_right);
    } else {
      visit(right, to_right);
      visit(left, to_left);
    }
  }
};

}  // namespace

NeighbourLists nearest(PointsView of, PointsView among, int k, Team& team) {
  const std::int64_t kept = std::min<std::int64_t>(k, among.n);
  NeighbourLists lists;
  lists.offset.resize(of.n + 1);
  for (std::int64_t i = 0; i <= of.n; ++i) lists.offset[i] = i * kept;
  lists.index.resize(of.n * kept);
  lists.distance.resize(of.n * kept);
  const KdTree tree = build_kd_tree(among, kLeaf);
  team.for_blocks(of.n, 16, [&](std::int64_t begin, std::int64_t end) {
    std::vector<Candidate> best;
    for (std::int64_t i = begin; i < end; ++i) {
      best.clear();
      Search search{tree, of.row(i).data(), static_cast<std::size_t>(kept), best};
      search.visit(0, 0);
      std::sort_heap(best.begin(), best.end());
      for (std::int64_t a = 0; a < kept; ++a) {
        lists.index[i * kept + a] = best[a].second;
        lists.distance[i * kept + a] = std::sqrt(best[a].first);
      }
    }
  });
  return lists;
}

}  // namespace gnac
