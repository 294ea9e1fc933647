#include "readout/join_components.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "support/random.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

// Single linkage by its definition: join the two groups with the closest pair of points, again and
// again.
std::vector<std::int32_t> naive_join(PointsView points, std::span<const std::int32_t> component,
                                     std::int32_t components, std::int32_t groups) {
  std::vector<std::int32_t> group(components);
  for (std::int32_t c = 0; c < components; ++c) group[c] = c;
  for (std::int32_t left = components; left > groups; --left) {
    std::tuple best(std::numeric_limits<double>::infinity(), std::int64_t{0}, std::int64_t{0});
    for (std::int64_t i = 0; i < points.n; ++i) {
      for (std::int64_t j = i + 1; j < points.n; ++j) {
        if (group[component[i]] == group[component[j]]) continue;
        double squared = 0;
        for (std::int64_t c = 0; c < points.d; ++c) {
          squared += (points(i, c) - points(j, c)) * (points(i, c) - points(j, c));
        }
        best = std::min(best, std::tuple(squared, i, j));
      }
    }
    const std::int32_t keep = group[component[std::get<1>(best)]];
    const std::int32_t gone = group[component[std::get<2>(best)]];
    std::replace(group.begin(), group.end(), gone, keep);
  }
  relabel_by_appearance(group, components);
  return group;
}

TEST(Join, EqualsSingleLinkageByDefinition) {
  Team team(2);
  EXPECT_TRUE(rc::check([&] {
    const auto n = *rc::gen::inRange<std::int64_t>(2, 130);
    const auto d = *rc::gen::inRange<std::int64_t>(1, 5);
    // Few distinct coordinates give many equal distances; many give none.
    const auto grid = *rc::gen::element<std::uint64_t>(3, 10, 1'000'000);
    const auto components = *rc::gen::inRange<std::int32_t>(
        1, static_cast<std::int32_t>(std::min<std::int64_t>(n, 12)) + 1);
    const auto groups = *rc::gen::inRange<std::int32_t>(1, components + 1);
    Draws draws(*rc::gen::arbitrary<std::uint64_t>(), Stream::study);
    Points points{{}, n, d};
    for (std::int64_t k = 0; k < n * d; ++k) {
      points.values.push_back(static_cast<double>(draws.below(grid)));
    }
    std::vector<std::int32_t> component(n);
    for (std::int64_t i = 0; i < n; ++i) {
      component[i] = i < components ? static_cast<std::int32_t>(i)
                                    : static_cast<std::int32_t>(draws.below(components));
    }
    RC_ASSERT(join_components(points, component, components, groups, team) ==
              naive_join(points, component, components, groups));
  }));
}

TEST(Join, ManyPointsInCompactComponentsAtAnyThreadCount) {
  // Blobs on a line at growing gaps: they join from the left.
  const std::int32_t blobs = 9, size = 2000;
  Points points{{}, std::int64_t{blobs} * size, 3};
  std::vector<std::int32_t> component;
  Draws draws(4, Stream::study);
  for (std::int32_t b = 0; b < blobs; ++b) {
    for (std::int32_t i = 0; i < size; ++i) {
      points.values.push_back(10.0 * b + 0.5 * b * b + draws.uniform());
      points.values.push_back(draws.uniform());
      points.values.push_back(draws.uniform());
      component.push_back(b);
    }
  }
  for (const int threads : {1, 2, 5}) {
    Team team(threads, {}, Team::Size::exact);
    EXPECT_EQ(join_components(points, component, blobs, 4, team),
              (std::vector<std::int32_t>{0, 0, 0, 0, 0, 0, 1, 2, 3}));
  }
}

TEST(Join, NothingToJoin) {
  Team team(1);
  const Points points{{0, 1, 2}, 3, 1};
  const std::vector<std::int32_t> component{0, 1, 1};
  EXPECT_EQ(join_components(points, component, 2, 2, team), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(join_components(points, component, 2, 1, team), (std::vector<std::int32_t>{0, 0}));
}

}  // namespace
}  // namespace gnac::detail
