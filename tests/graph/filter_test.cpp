#include "graph/knn/filter.h"

#include <gtest/gtest.h>

#include <numeric>

#include "graph/knn.h"
#include "graph/knn/kernels.h"
#include "graph/samples.h"
#include "support/simd_target.h"

namespace gnac::detail::knn_detail {
namespace {

// Points in tight groups: coordinates of order 1, differences of order `spread`.
Points grouped_points(std::int64_t n, std::int64_t d, double spread) {
  const Points centres = testing::gaussian_points(3, d, 61);
  Points points = testing::gaussian_points(n, d, 62);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      double& value = points.values[i * d + c];
      value = PointsView(centres)(i % 3, c) + spread * value;
    }
  }
  return points;
}

// How one query fares against every point of the tree when each is, in turn, just of interest.
struct Outcome {
  std::int64_t lost = 0;     // points dropped though d² was of interest
  std::int64_t useless = 0;  // points kept though at twice the distance of interest, where resolved
};

Outcome try_filter(const LeafTree& tree, const Filter& filter, std::int64_t query) {
  const Kernels kernels = best_kernels();
  std::vector<float> row(tree.d);
  const double norm = filter.query(tree.row(query), row.data());
  const float* rows[kFilterRows];
  std::fill(std::begin(rows), std::end(rows), row.data());
  Outcome outcome;
  for (std::int64_t position = 0; position < tree.n; ++position) {
    const double squared = squared_distance(tree.row(query), tree.row(position), tree.d);
    float limit[kFilterRows];
    std::uint32_t survivors[kFilterRows];
    std::fill(std::begin(limit), std::end(limit), filter.limit(norm, squared));
    limit[1] = filter.limit(norm, squared / 4);
    const std::int64_t leaf = position / kLeafWidth;
    kernels.filter(rows, limit, filter.leaf(leaf), filter.norm(leaf), tree.d, survivors);
    const std::uint32_t bit = std::uint32_t{1} << (position % kLeafWidth);
    for (int r = 0; r < kFilterRows; ++r) outcome.lost += r != 1 && !(survivors[r] & bit) ? 1 : 0;
    if (filter.resolves(norm, squared / 4)) outcome.useless += survivors[1] & bit ? 1 : 0;
  }
  return outcome;
}

TEST(Filter, LosesNothingAndDropsWhatItResolvesOnEveryInstructionSet) {
  Team team(1);
  for (const std::int64_t d : {5, 16, 37, 300}) {
    for (const double spread : {1.0, 1e-2, 1e-4, 1e-7}) {
      const Points points = grouped_points(90, d, spread);
      std::vector<std::int32_t> all(points.n);
      std::iota(all.begin(), all.end(), 0);
      const LeafTree tree = build_leaf_tree(points, all, team);
      const Filter filter = build_filter(tree, team);
      for (const std::string& target : simd_targets()) {
        const SimdTargetScope scope(target);
        for (std::int64_t query = 0; query < tree.n; query += 4) {
          const Outcome outcome = try_filter(tree, filter, query);
          EXPECT_EQ(outcome.lost, 0) << target << ", d = " << d << ", spread " << spread;
          EXPECT_EQ(outcome.useless, 0) << target << ", d = " << d << ", spread " << spread;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gnac::detail::knn_detail
