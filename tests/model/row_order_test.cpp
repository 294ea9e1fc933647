#include "model/row_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnac/certainty.h"
#include "graph/check.h"
#include "methods/cases.h"
#include "problems/problems.h"
#include "support/random.h"

// The order of rows is not a seed.
namespace gnac::detail {
namespace {

std::vector<std::int32_t> shuffled(std::int64_t n, std::uint64_t seed) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Draws draws(seed, Stream::study);
  for (std::int64_t i = n - 1; i > 0; --i)
    std::swap(order[i],
              order[static_cast<std::int64_t>(draws.uniform() * static_cast<double>(i + 1))]);
  return order;
}

Points permuted(const Points& points, const std::vector<std::int32_t>& order) {
  Team team(1);
  return rows_in_order(points, order, team);
}

/// The labels of permuted rows, put back and numbered by first appearance.
std::vector<std::int32_t> put_back(const std::vector<std::int32_t>& labels,
                                   const std::vector<std::int32_t>& order) {
  std::vector<std::int32_t> back(labels.size()), name(labels.size(), -1);
  for (std::size_t r = 0; r < order.size(); ++r) back[order[r]] = labels[r];
  std::int32_t next = 0;
  for (std::int32_t& label : back) {
    if (name[label] < 0) name[label] = next++;
    label = name[label];
  }
  return back;
}

TEST(RowOrder, PermutingRowsPermutesLabelsAndNothingElse) {
  for (std::uint64_t index = 0; index < 12; ++index) {
    const Points points = make_problem(77, index).points;
    const Model model = fit(points);
    for (const std::uint64_t seed : {1, 2, 3}) {
      const auto order = shuffled(points.n, seed);
      const Model other = fit(permuted(points, order));
      EXPECT_EQ(put_back(other.labels(), order), model.labels()) << index;
      EXPECT_EQ(other.confidence.fit, model.confidence.fit);
      ASSERT_EQ(other.counts.size(), model.counts.size());
      for (std::size_t c = 0; c < model.counts.size(); ++c)
        EXPECT_EQ(other.counts[c].score, model.counts[c].score);
    }
  }
}

TEST(RowOrder, RowsAreMovedInPlace) {
  const Points points = group_points(500, 3, 4, 5, 3);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto order = shuffled(points.n, seed);
    Points moved = points;
    put_in_order(moved, order);
    EXPECT_EQ(moved.values, permuted(points, order).values);
  }
}

TEST(RowOrder, EqualPointsAndManyPointsAreNoException) {
  Points doubled = group_points(200, 2, 3, 5, 3);
  doubled.values.insert(doubled.values.end(), doubled.values.begin(), doubled.values.end());
  doubled.n *= 2;
  const Points many = group_points(9000, 3, 5, 6, 4);
  for (const Points& points : {doubled, many}) {
    const auto order = shuffled(points.n, 5);
    EXPECT_EQ(put_back(fit(permuted(points, order)).labels(), order), fit(points).labels());
  }
}

TEST(RowOrder, AnotherNumberOfClustersIsThatOfAFit) {
  for (std::uint64_t index = 0; index < 6; ++index) {
    const Points points = make_problem(79, index).points;
    const Model model = fit(points, 2);
    for (const int clusters : {3, 7, 15}) {
      const Partition found = partition(model, clusters);
      const Model asked = fit(points, clusters);
      EXPECT_EQ(found.labels, asked.labels()) << index << ", " << clusters;
      EXPECT_EQ(found.affinity, asked.partition.affinity);
    }
  }
}

TEST(RowOrder, TurningMovingAndScalingAllPointsKeepsThePartition) {
  Options options;
  options.scale = ScaleMode::global;
  for (std::uint64_t index = 0; index < 8; ++index) {
    const Points points =
        make_problem(78, index, {.most_dimensions = 2, .without = kWideFamilies}).points;
    ASSERT_EQ(points.d, 2);
    Points turned = points;
    for (std::int64_t i = 0; i < points.n; ++i) {
      const auto row = points.row(i);
      const double x = row[0], y = row[1];
      turned.values[2 * i] = 40 * (0.6 * x - 0.8 * y) + 1000;
      turned.values[2 * i + 1] = 40 * (0.8 * x + 0.6 * y) - 700;
    }
    EXPECT_EQ(fit(turned, kChooseClusters, options).labels(),
              fit(points, kChooseClusters, options).labels())
        << index;
  }
}

/// Everything that names points or edges fits together again.
TEST(RowOrder, AModelIsAboutTheCallersRows) {
  const Points points = group_points(300, 2, 3, 6, 9);
  const Model model = fit(points, 3);
  EXPECT_NO_THROW(check_graph(model.graph));
  for (std::size_t e = 0; e < model.graph.edges.size(); ++e) {
    const auto a = model.points.row(model.graph.edges[e].i);
    const auto b = model.points.row(model.graph.edges[e].j);
    EXPECT_NEAR(std::hypot(a[0] - b[0], a[1] - b[1]), model.graph.distance[e], 1e-12);
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto indices = model.graph.lists.indices(i);
    const auto distances = model.graph.lists.distances(i);
    EXPECT_TRUE(std::is_sorted(distances.begin(), distances.end()));
    for (std::size_t p = 0; p < indices.size(); ++p) {
      const auto a = model.points.row(i), b = model.points.row(indices[p]);
      EXPECT_NEAR(std::hypot(a[0] - b[0], a[1] - b[1]), distances[p], 1e-12);
    }
  }
  EXPECT_EQ(Predictor(model).predict(points).labels, model.labels());
}

}  // namespace
}  // namespace gnac::detail
