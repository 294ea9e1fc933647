#include "model/answer.h"

#include <gtest/gtest.h>

#include "gnac/model.h"

namespace gnac::detail {
namespace {

/// So many equal points, then others that differ from them and from each other.
Points mostly_equal(std::int64_t equal, std::int64_t others) {
  Points points{std::vector<double>(static_cast<std::size_t>(2 * equal), 0.0), equal + others, 2};
  for (std::int64_t i = 0; i < others; ++i) {
    points.values.push_back(5 + 0.3 * static_cast<double>(i));
    points.values.push_back(4 - 0.1 * static_cast<double>(i * i));
  }
  return points;
}

TEST(Answer, ChoosesNoMoreClustersThanThereAreDistinctPoints) {
  for (const std::int64_t equal : {4, 9, 18, 28, 57, 199}) {
    for (const std::int64_t others : {1, 2, 3}) {
      const Points points = mostly_equal(equal, others);
      const Model model = fit(points);
      EXPECT_LE(model.clusters, others + 1) << equal << " equal, " << others << " others";
      EXPECT_LE(model.counts.size(), static_cast<std::size_t>(others + 1));
      for (std::int64_t i = 1; i < equal; ++i)
        ASSERT_EQ(model.labels()[i], model.labels()[0])
            << equal << " equal, " << others << " others";
    }
  }
}

TEST(Answer, AGraphOfTheCallersOwnMaySeparateEqualPoints) {
  const int parts = 3;
  const int size = 20;
  const Points points{std::vector<double>(parts * size, 1.0), parts * size, 1};
  EdgeList edges{.nodes = points.n, .from = {}, .to = {}, .distance = {}};
  for (int part = 0; part < parts; ++part) {
    for (int i = 0; i < size; ++i) {
      for (int step = 1; step < 5; ++step) {
        edges.from.push_back(part * size + i);
        edges.to.push_back(part * size + (i + step) % size);
      }
    }
  }
  Options options;
  options.scale = ScaleMode::none;
  const Model model = fit({.points = points, .edges = &edges}, kChooseClusters, options);
  EXPECT_EQ(model.clusters, parts);
}

}  // namespace
}  // namespace gnac::detail
