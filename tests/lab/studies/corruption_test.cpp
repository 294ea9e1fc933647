#include "studies/corruption.h"

#include <gtest/gtest.h>

#include <set>

#include "gnac/error.h"
#include "graph/knn.h"
#include "graph/samples.h"

namespace gnac::detail {
namespace {

using testing::gaussian_points;
using Kind = Corruption::Kind;

constexpr int kNeighbours = 20;

NeighborLists corrupted(PointsView points, Corruption corruption, int k = kNeighbours,
                        int threads = 2) {
  Team team(threads, {}, Team::Size::exact);
  return corrupt(knn(points, k, team), points, corruption, team);
}

NeighborLists clean(PointsView points, int k = kNeighbours) {
  Team team(2);
  return knn(points, k, team);
}

std::set<std::int32_t> members(const NeighborLists& lists, std::int64_t i) {
  return {lists.indices(i).begin(), lists.indices(i).end()};
}

TEST(Corruption, DeletesTheRoundedShareOfEveryList) {
  const Points points = gaussian_points(400, 3, 51);
  const NeighborLists before = clean(points);
  for (const double fraction : {0.0, 0.05, 0.1, 0.2, 0.3, 0.33, 0.5, 1.0}) {
    const NeighborLists after = corrupted(points, {Kind::delete_slots, fraction, 7});
    const auto gone = std::llround(fraction * kNeighbours);
    for (std::int64_t i = 0; i < points.n; ++i) {
      ASSERT_EQ(after.size(i), kNeighbours - gone);
      const auto was = members(before, i);
      for (const std::int32_t j : after.indices(i)) ASSERT_TRUE(was.contains(j));
      ASSERT_EQ(std::ssize(members(after, i)), after.size(i));
    }
  }
}

TEST(Corruption, RewiresTheRoundedShareToNonNeighbours) {
  const Points points = gaussian_points(400, 3, 52);
  const NeighborLists before = clean(points);
  for (const double fraction : {0.05, 0.3, 1.0}) {
    const NeighborLists after = corrupted(points, {Kind::rewire_slots, fraction, 7});
    for (std::int64_t i = 0; i < points.n; ++i) {
      const auto was = members(before, i);
      std::int64_t changed = 0;
      ASSERT_EQ(after.size(i), kNeighbours);
      ASSERT_EQ(std::ssize(members(after, i)), kNeighbours) << "no repeats";
      for (std::int64_t s = 0; s < after.size(i); ++s) {
        const std::int32_t j = after.indices(i)[s];
        ASSERT_NE(j, i);
        changed += was.contains(j) ? 0 : 1;
        ASSERT_EQ(after.distances(i)[s],
                  std::sqrt(squared_distance(points.row(i).data(), points.row(j).data(), 3)));
      }
      ASSERT_EQ(changed, std::llround(fraction * kNeighbours));
      ASSERT_TRUE(std::is_sorted(after.distances(i).begin(), after.distances(i).end()));
    }
  }
}

TEST(Corruption, RewiresToAsManyNonNeighboursAsThereAre) {
  const Points points = gaussian_points(8, 2, 53);
  const NeighborLists two_left = corrupted(points, {Kind::rewire_slots, 1.0, 7}, 5);
  for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(two_left.size(i), 2);
  const NeighborLists none_left = corrupted(points, {Kind::rewire_slots, 0.5, 7}, 7);
  for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(none_left.size(i), 3) << "7 - round(3.5)";
}

// Every rank is deleted, and every node drawn, as often as any other: within 6 standard deviations.
TEST(Corruption, ChoosesUniformly) {
  const Points points = gaussian_points(3000, 2, 54);
  const NeighborLists before = clean(points);
  const NeighborLists after = corrupted(points, {Kind::rewire_slots, 0.3, 9});
  std::vector<double> deleted(kNeighbours);
  std::vector<double> drawn(10);
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto was = members(before, i);
    const auto is = members(after, i);
    for (int s = 0; s < kNeighbours; ++s) deleted[s] += is.contains(before.indices(i)[s]) ? 0 : 1;
    for (const std::int32_t j : is) drawn[j / 300] += was.contains(j) ? 0 : 1;
  }
  const double per_rank = 3000 * 0.3;
  for (const double count : deleted) EXPECT_NEAR(count, per_rank, 6 * std::sqrt(per_rank * 0.7));
  const double per_bin = 3000 * 6 / 10.0;
  for (const double count : drawn) EXPECT_NEAR(count, per_bin, 6 * std::sqrt(per_bin));
}

TEST(Corruption, DependsOnTheSeedAndOnNothingElse) {
  const Points points = gaussian_points(1500, 3, 55);
  for (const Kind kind : {Kind::delete_slots, Kind::rewire_slots}) {
    const NeighborLists a = corrupted(points, {kind, 0.2, 7}, kNeighbours, 1);
    const NeighborLists b = corrupted(points, {kind, 0.2, 7}, kNeighbours, 3);
    const NeighborLists other = corrupted(points, {kind, 0.2, 8});
    EXPECT_EQ(a.index, b.index);
    EXPECT_EQ(a.distance, b.distance);
    EXPECT_EQ(a.offset, b.offset);
    EXPECT_NE(a.index, other.index);
  }
}

TEST(CorruptedGraph, NothingCorruptedIsTheCleanGraph) {
  const Points points = gaussian_points(500, 4, 56);
  Team team(2);
  const Graph expected = build_graph(points, Options::paper());
  const Graph g = corrupted_graph(points, Options::paper(), {Kind::rewire_slots, 0, 7}, team);
  EXPECT_EQ(g.edges, expected.edges);
  EXPECT_EQ(g.weight, expected.weight);
  EXPECT_EQ(g.geometry, expected.geometry);
  EXPECT_EQ(g.sigma, expected.sigma);
}

TEST(CorruptedGraph, KeepsTheCleanScalesAndRecomputesTheSets) {
  const Points points = gaussian_points(600, 4, 57);
  Team team(2);
  const Graph before = build_graph(points, Options::paper());
  const std::vector<double> local = local_scales(knn(points, kNeighbours, team), team);
  const Corruption corruption{Kind::rewire_slots, 0.3, 7};
  const Graph g = corrupted_graph(points, Options::paper(), corruption, team);
  const NeighborLists lists = corrupted(points, corruption);
  EXPECT_EQ(g.sigma, before.sigma);
  for (std::size_t e = 0; e < g.edges.size(); ++e) {
    const auto [i, j] = g.edges[e];
    const double d = g.distance[e];
    EXPECT_FLOAT_EQ(g.geometry[e][0], static_cast<float>(d / (0.5 * (local[i] + local[j]) + 1e-8)));
    EXPECT_FLOAT_EQ(g.weight[e],
                    static_cast<float>(std::exp(-d * d / (2 * before.sigma * before.sigma))));
    const auto a = members(lists, i);
    const auto b = members(lists, j);
    std::set<std::int32_t> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    const auto all = static_cast<double>(a.size() + b.size() - both.size());
    EXPECT_FLOAT_EQ(g.geometry[e][1], static_cast<float>(static_cast<double>(both.size()) / all));
    EXPECT_EQ(g.geometry[e][2], a.contains(j) && b.contains(i) ? 1.0f : 0.0f);
  }
}

TEST(CorruptedGraph, RefusesWhatLeavesNoGraph) {
  const Points points = gaussian_points(50, 2, 58);
  Team team(1);
  const auto attempt = [&](double fraction) {
    return corrupted_graph(points, Options::paper(), {Kind::delete_slots, fraction, 7}, team);
  };
  EXPECT_THROW(attempt(1.0), Error);
  EXPECT_THROW(attempt(-0.1), Error);
  EXPECT_THROW(attempt(1.1), Error);
  EXPECT_THROW(attempt(std::nan("")), Error);
}

}  // namespace
}  // namespace gnac::detail
