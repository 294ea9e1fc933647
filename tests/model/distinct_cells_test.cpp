#include "model/distinct_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gnac/certainty.h"
#include "graph/check.h"
#include "methods/cases.h"
#include "model/fit.h"
#include "problems/problems.h"

// Equal rows are one cell: how often a row occurs changes nothing.
namespace gnac::detail {
namespace {

/// Row r as often as times(r) says, one round after the other. `from`: the row of each result.
template <class Times>
Points repeated(const Points& points, Times times, std::vector<std::int32_t>& from) {
  Points out{{}, 0, points.d};
  from.clear();
  for (int round = 0; round < 4; ++round) {
    for (std::int64_t r = 0; r < points.n; ++r) {
      if (round >= times(r)) continue;
      const auto row = PointsView(points).row(r);
      out.values.insert(out.values.end(), row.begin(), row.end());
      from.push_back(static_cast<std::int32_t>(r));
    }
  }
  out.n = std::ssize(from);
  return out;
}

std::int64_t twice(std::int64_t) {
  return 2;
}

std::int64_t unevenly(std::int64_t row) {
  return 1 + row % 4;
}

TEST(DistinctCells, RepeatingRowsDoesNotChangeThePartition) {
  std::vector<std::int32_t> from;
  for (std::uint64_t index = 0; index < 12; ++index) {
    const Points points = make_problem(78, index).points;
    const Model once = fit(points);
    const std::vector<float> member = memberships(once);
    const std::vector<double> outlier = outlier_scores(once);
    const Points more = repeated(points, twice, from);
    const Model model = fit(more);
    EXPECT_EQ(model.labels(), per_row(once.labels(), from)) << index;
    EXPECT_EQ(model.confidence.fit, once.confidence.fit);
    EXPECT_EQ(memberships(model), per_row(member, from, once.clusters));
    EXPECT_EQ(outlier_scores(model), per_row(outlier, from));
    check_graph(model.graph);
  }
}

TEST(DistinctCells, UnevenRepetitionOnlyMovesTheScale) {
  // One scale for all columns is that of the distinct rows, so not even that moves.
  std::vector<std::int32_t> from;
  const Points points = group_points(300, 2, 3, 5, 3);
  const Model once = fit(points);
  const Points more = repeated(points, unevenly, from);
  EXPECT_EQ(fit(more).labels(), per_row(once.labels(), from));
}

TEST(DistinctCells, OtherNumbersOfClustersAreThoseOfAFit) {
  std::vector<std::int32_t> from;
  const Points more = repeated(group_points(200, 2, 4, 5, 3), unevenly, from);
  const Model model = fit(more);
  Team team(1);
  const std::vector<int> numbers{2, 3, 5, 9};
  const auto labels = labels_into(model, numbers, more, team);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    const Model asked = fit(more, numbers[at]);
    const Partition again = partition(model, numbers[at]);
    EXPECT_EQ(labels[at], asked.labels()) << numbers[at];
    EXPECT_EQ(again.labels, asked.labels()) << numbers[at];
    EXPECT_EQ(again.affinity, asked.partition.affinity) << numbers[at];
  }
}

TEST(DistinctCells, PredictionDoesNotSeeCopies) {
  std::vector<std::int32_t> from;
  const Points points = group_points(300, 2, 3, 5, 3);
  const Points fresh = group_points(50, 2, 3, 5, 4);
  const Model once = fit(points);
  const Points more = repeated(points, twice, from);
  const Model model = parse_model(model_bytes(fit(more)), "model");
  const Predictor expected(once), predictor(model);
  EXPECT_EQ(predictor.predict(fresh).labels, expected.predict(fresh).labels);
  EXPECT_EQ(predictor.predict(fresh).states, expected.predict(fresh).states);
  EXPECT_EQ(predictor.memberships(fresh), expected.memberships(fresh));
  EXPECT_EQ(predictor.outlier_scores(fresh), expected.outlier_scores(fresh));
  EXPECT_EQ(predictor.predict(more).labels, model.labels());
}

TEST(DistinctCells, MoreClustersThanDistinctRowsSeparateEqualOnes) {
  std::vector<std::int32_t> from;
  const Points more = repeated(group_points(6, 2, 3, 5, 3), twice, from);
  for (const int clusters : {6, 7, 12}) {
    const Model model = fit(more, clusters);
    EXPECT_EQ(std::ranges::max(model.labels()) + 1, clusters);
    EXPECT_EQ(partition(model, 3).labels, partition(model, 3).labels);
    EXPECT_EQ(Predictor(model).predict(more).labels, model.labels());
  }
}

TEST(DistinctCells, AddedCopiesAreFoundAgain) {
  std::vector<std::int32_t> from;
  const Points points = group_points(120, 3, 3, 5, 3);
  const Model cells = fit(points);
  Model rows = cells;
  const Points more = repeated(points, unevenly, from);
  add_copies(rows, cells_of_rows(more, 1));
  check_graph(rows.graph);
  EXPECT_EQ(rows.graph.nodes, more.n);
  const auto again = distinct_cells(rows);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->cell_of, from);
  EXPECT_EQ(again->model.points.values, cells.points.values);
  EXPECT_EQ(again->model.graph.edges, cells.graph.edges);
  EXPECT_EQ(again->model.graph.edge_of, cells.graph.edge_of);
  EXPECT_EQ(again->model.graph.lists.index, cells.graph.lists.index);
  EXPECT_EQ(again->model.evolution.conductance, cells.evolution.conductance);
  EXPECT_EQ(again->model.evolution.states, cells.evolution.states);
  EXPECT_EQ(again->model.labels(), cells.labels());
  EXPECT_FALSE(distinct_cells(cells).has_value());
}

TEST(DistinctCells, EqualRowsAreFoundByValue) {
  const Points points{{1, 2, 0.0, 3, 1, 2, -0.0, 3, 5, 5}, 5, 2};
  EXPECT_EQ(first_equal_rows(points), (std::vector<std::int32_t>{0, 1, 0, 1, 4}))
      << "zeros are equal";
  EXPECT_EQ(cells_of_rows(points, 1), (std::vector<std::int32_t>{0, 1, 0, 1, 2}));
  EXPECT_TRUE(cells_of_rows(points, 4).empty());
  EXPECT_EQ(count_distinct(points), 3);
  EXPECT_EQ(count_distinct(Points{}), 0);
}

}  // namespace
}  // namespace gnac::detail
