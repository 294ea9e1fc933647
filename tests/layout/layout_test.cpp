#include "gnac/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "gnac/error.h"
#include "layout/islands.h"
#include "methods/cases.h"
#include "model/fit.h"

namespace gnac::detail {
namespace {

double distance(PointsView map, std::int64_t i, std::int64_t j) {
  double square = 0;
  for (std::int64_t c = 0; c < map.d; ++c)
    square += (map(i, c) - map(j, c)) * (map(i, c) - map(j, c));
  return std::sqrt(square);
}

/// The point nearest to i on the map.
std::int64_t nearest_to(PointsView map, std::int64_t i) {
  std::int64_t best = i == 0 ? 1 : 0;
  for (std::int64_t j = 0; j < map.n; ++j) {
    if (j != i && distance(map, i, j) < distance(map, i, best)) best = j;
  }
  return best;
}

TEST(Layout, PutsGroupsApartAndNeighboursTogether) {
  const Points points = group_points(300, 10, 3, 12, 5);
  const Model model = fit(points, 3);
  const Points map = layout(model);
  ASSERT_EQ(map.n, 300);
  ASSERT_EQ(map.d, 2);
  int with_own = 0;
  int with_neighbour = 0;
  for (std::int64_t i = 0; i < map.n; ++i) {
    const std::int64_t j = nearest_to(map, i);
    with_own += model.labels()[i] == model.labels()[j] ? 1 : 0;
    const auto list = model.graph.lists.indices(i);
    with_neighbour += std::ranges::count(list, j) > 0 ? 1 : 0;
  }
  EXPECT_EQ(with_own, 300);
  EXPECT_GT(with_neighbour, 120);  // by chance 45
}

// However far apart, groups are not dots in an empty picture, and none lies within another.
TEST(Layout, ClosesGapsBetweenIslands) {
  const Points points = group_points(600, 8, 4, 40, 5);
  const Model model = fit(points, 4);
  const Points map = layout(model);
  double widest = 0;
  double closest = 1e300;
  for (std::int64_t i = 0; i < map.n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      const bool same = model.labels()[i] == model.labels()[j];
      if (same) widest = std::max(widest, distance(map, i, j));
      if (!same) closest = std::min(closest, distance(map, i, j));
    }
  }
  EXPECT_LT(closest, widest);
  EXPECT_GT(closest, 0.1 * widest);
}

TEST(Islands, MoveAsOne) {
  std::vector<float> place{0, 0, 1, 0, 100, 0, 101, 0};
  close_gaps(std::vector<std::int32_t>{0, 0, 1, 1}, 2, place);
  EXPECT_FLOAT_EQ(place[2] - place[0], 1);
  EXPECT_FLOAT_EQ(place[6] - place[4], 1);
  EXPECT_NEAR(place[4] - place[0], 1.25, 1e-4);  // radii of one half each, a quarter more
}

TEST(Islands, StrayPointsDoNotHoldThemApart) {
  std::vector<float> place;
  std::vector<std::int32_t> island;
  for (int i = 0; i < 200; ++i) {
    const float angle = static_cast<float>(i);
    island.push_back(i < 100 ? 0 : 1);
    place.push_back((i < 100 ? -50.0F : 50.0F) + std::cos(angle));
    place.push_back(std::sin(angle));
  }
  place[0] = 0;  // halfway to the other island
  close_gaps(island, 2, place);
  EXPECT_NEAR(place[2 * 150] - std::cos(150.0F), 1.25, 0.5);
}

TEST(Layout, HasTheSameBytesAtAnyNumberOfThreads) {
  if (processors() < 2) GTEST_SKIP() << "there is one processor, so there is one thread";
  const Points points = group_points(2'000, 6, 4, 5, 3);
  Model model = fit(points, 4);
  model.options.threads = 1;
  const Points one = layout(model);
  model.options.threads = 2;
  EXPECT_EQ(layout(model).values, one.values);
}

// Two far clouds share no edge: the graph has two components, and the map two places.
TEST(Layout, PlacesComponentsApart) {
  const Points points = group_points(400, 5, 2, 60, 9);
  const Model model = fit(points, 2);
  ASSERT_EQ(model.graph.components, 2);
  const Points map = layout(model);
  double widest_step = 0;
  double gap = 1e300;
  for (std::int64_t i = 0; i < map.n; ++i) {
    widest_step = std::max(widest_step, distance(map, i, nearest_to(map, i)));
    for (std::int64_t j = 0; j < i; ++j) {
      if (model.graph.component[i] != model.graph.component[j])
        gap = std::min(gap, distance(map, i, j));
    }
  }
  EXPECT_GT(gap, widest_step);
}

TEST(Layout, FollowsAGraphWithoutCoordinates) {
  const EdgeList ring = ring_edges(120);
  const Model model = fit({.points = {nullptr, 120, 0}, .edges = &ring}, 2);
  const Points map = layout(model);
  for (std::int64_t i = 0; i < 120; ++i) {
    const std::int64_t steps = std::abs(i - nearest_to(map, i));
    EXPECT_LE(std::min(steps, 120 - steps), 2) << i;
  }
}

TEST(Layout, HasThreeDimensionsIfAskedTo) {
  const Points points = group_points(150, 5, 2, 8, 2);
  const Model model = fit(points, 2);
  const Points map = layout(model, 3);
  EXPECT_EQ(map.d, 3);
  double depth = 0;
  for (std::int64_t i = 0; i < map.n; ++i) depth += std::abs(map.row(i)[2]);
  EXPECT_GT(depth, 0.0);
  EXPECT_THROW(layout(model, 4), Error);
  EXPECT_THROW(layout(model, 1), Error);
}

TEST(Layout, IsFiniteForFewAndEqualPoints) {
  for (const std::int64_t n : {2, 3, 4, 40}) {
    Points same{std::vector<double>(static_cast<std::size_t>(3 * n), 1.0), n, 3};
    same.values[0] = 2;
    const Points map = layout(fit(same, 1));
    ASSERT_EQ(std::ssize(map.values), 2 * n);
    for (const double value : map.values) EXPECT_TRUE(std::isfinite(value)) << n;
  }
}

TEST(Layout, StopsWhenAskedTo) {
  const Model model = fit(group_points(500, 4, 2, 8, 2), 2);
  double last = 0;
  layout(model, 2, [&](const Progress& now) {
    EXPECT_EQ(now.stage, Stage::map);
    EXPECT_GE(now.fraction, last);
    last = now.fraction;
    return true;
  });
  EXPECT_GT(last, 0.9);
  EXPECT_THROW(layout(model, 2, [](const Progress&) { return false; }), Cancelled);
}

TEST(Layout, NeedsTheNeighboursOfAModel) {
  const Points points = group_points(200, 3, 2, 9, 1);
  Team team(1);
  EXPECT_THROW(layout(fit_on({.points = points}, 2, {}, team, {.lean = true})), Error);
}

TEST(PlaceOnMap, LeavesFittedPointsAndPutsNewOnesAmongTheirNeighbours) {
  const Points points = group_points(300, 4, 3, 12, 4);
  const Model model = fit(points, 3);
  const Points map = layout(model);
  EXPECT_EQ(place_on_map(model, map, points).values, map.values);

  Points fresh = group_points(90, 4, 3, 12, 77);
  const Points places = place_on_map(model, map, fresh);
  const std::vector<std::int32_t> labels = Predictor(model).predict(fresh).labels;
  for (std::int64_t i = 0; i < fresh.n; ++i) {
    std::int64_t best = 0;
    double least = 1e300;
    for (std::int64_t j = 0; j < map.n; ++j) {
      const double d =
          std::hypot(places.row(i)[0] - map.row(j)[0], places.row(i)[1] - map.row(j)[1]);
      if (d < least) least = d, best = j;
    }
    EXPECT_EQ(model.labels()[best], labels[i]) << i;
  }
  // By itself, a point lands where it lands among others.
  const Points last{{fresh.row(89).begin(), fresh.row(89).end()}, 1, 4};
  const Points alone = place_on_map(model, map, last);
  EXPECT_EQ(alone.row(0)[0], places.row(89)[0]);
  EXPECT_EQ(alone.row(0)[1], places.row(89)[1]);
}

TEST(PlaceOnMap, RefusesWhatDoesNotFit) {
  const Points points = group_points(60, 4, 2, 9, 4);
  const Model model = fit(points, 2);
  const Points map = layout(model);
  EXPECT_THROW(place_on_map(model, map, group_points(5, 3, 1, 1, 1)), Error);
  EXPECT_THROW(place_on_map(model, group_points(5, 2, 1, 1, 1), points), Error);
}

}  // namespace
}  // namespace gnac::detail
