// What must not change when the data are reordered, moved or scaled.
#include <gtest/gtest.h>

#include <numeric>

#include "methods/cases.h"
#include "methods/method.h"

namespace gnac::detail {
namespace {

Points sample() {
  Points p = group_points(600, 2, 5, 1.7, 21);
  for (std::int64_t i = 0; i < p.n; ++i) p.values[2 * i] *= 1.5;
  return p;
}

Labels run(const char* method, const Points& points) {
  Team team(2);
  return run_method(method, points, 5, {}, 7, team).labels;
}

TEST(Metamorphic, TheOrderOfRowsDoesNotMatter) {
  const Points p = sample();
  std::vector<std::int64_t> order(static_cast<std::size_t>(p.n));
  std::iota(order.begin(), order.end(), 0);
  Draws draws(3, Stream::generator);
  for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[draws.below(i + 1)]);
  Points shuffled{.values = {}, .n = p.n, .d = p.d};
  for (const auto i : order) {
    shuffled.values.insert(shuffled.values.end(), p.row(i).begin(), p.row(i).end());
  }
  for (const char* method : {"ward", "average", "complete", "single", "genie"}) {
    const Labels labels = run(method, p);
    Labels expected;
    for (const auto i : order) expected.push_back(labels[i]);
    EXPECT_EQ(run(method, shuffled), canonical(expected)) << method;
  }
}

TEST(Metamorphic, TheUnitDoesNotMatter) {
  const Points p = sample();
  Points scaled = p;
  for (auto& v : scaled.values) v *= 16;  // a power of two: nothing rounds differently
  for (const char* method : {"kmeans", "ward", "average", "complete", "single", "genie"}) {
    EXPECT_EQ(run(method, scaled), run(method, p)) << method;
  }
}

TEST(Metamorphic, ThePlaceDoesNotMatter) {
  Points p = sample();
  for (auto& v : p.values) v = std::round(v * 1024) / 1024;  // so that moving it is exact
  Points moved = p;
  for (std::int64_t i = 0; i < p.n; ++i) moved.values[2 * i] += 4096;
  for (const char* method :
       {"kmeans", "gmm", "ward", "average", "complete", "single", "genie", "birch"}) {
    EXPECT_EQ(run(method, moved), run(method, p)) << method;
  }
}

}  // namespace
}  // namespace gnac::detail
