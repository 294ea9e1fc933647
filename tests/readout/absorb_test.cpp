#include "readout/absorb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

#include "support/random.h"

namespace gnac::detail {
namespace {

TEST(Bridges, OfManyPointsInManyColumnsJoinTheNearestComponents) {
  // Four groups in a row; too many points to compare all.
  constexpr std::int64_t kEach = 3000, kColumns = 20;
  constexpr std::array<double, 4> kPlace{0, 100, 150, 230};
  Draws draws(5, Stream::problems);
  Points points{{}, 4 * kEach, kColumns};
  Graph graph;
  graph.nodes = points.n;
  graph.components = 4;
  for (std::int64_t v = 0; v < points.n; ++v) {
    const auto group = static_cast<std::int32_t>(v % 4);
    graph.component.push_back(group);
    for (std::int64_t c = 0; c < kColumns; ++c)
      points.values.push_back(draws.normal() + (c == 0 ? kPlace[group] : 0));
  }
  Team one(1), two(2);
  const std::vector<Bridge> found = bridges(graph, points, one);
  ASSERT_EQ(found.size(), 3U);
  const auto ends = [&](const Bridge& b) {
    const int i = graph.component[b.i], j = graph.component[b.j];
    return std::pair(std::min(i, j), std::max(i, j));
  };
  EXPECT_EQ(ends(found[0]), std::pair(1, 2));
  EXPECT_EQ(ends(found[1]), std::pair(2, 3));
  EXPECT_EQ(ends(found[2]), std::pair(0, 1));
  EXPECT_NEAR(found[0].gap, 50, 8);
  const std::vector<Bridge> again = bridges(graph, points, two);
  for (std::size_t b = 0; b < found.size(); ++b) {
    EXPECT_EQ(again[b].i, found[b].i);
    EXPECT_EQ(again[b].j, found[b].j);
  }
}

}  // namespace
}  // namespace gnac::detail
