#include <gtest/gtest.h>

#include "gnac/error.h"
#include "gnac/model.h"
#include "process/peak_memory.h"
#include "samples/generators.h"

namespace gnac::detail {
namespace {

Points sample(std::int64_t n) {
  return generate("gaussian-mixture", {.n = n, .d = 8, .clusters = 8}).points;
}

TEST(LeanFit, HasTheLabelsOfAWholeOneAndNoArrays) {
  const Points points = sample(3000);
  const Model whole = fit(points, 8);
  Points given = points;
  const FitData data{.points = given, .lean = true, .own_points = &given};
  const Model lean = fit(data, 8);
  EXPECT_EQ(lean.labels(), whole.labels());
  EXPECT_EQ(lean.confidence.fit, whole.confidence.fit);
  EXPECT_EQ(lean.graph.edges, whole.graph.edges);
  EXPECT_EQ(lean.graph.components, whole.graph.components);
  EXPECT_TRUE(given.values.empty()) << "they became the model's";
  EXPECT_TRUE(lean.points.values.empty());
  EXPECT_TRUE(lean.evolution.states.empty());
  EXPECT_TRUE(lean.evolution.conductance.empty());
  EXPECT_TRUE(lean.graph.lists.index.empty());

  Points again = points;
  const Model chosen = fit({.points = again, .lean = true, .own_points = &again});
  EXPECT_EQ(chosen.labels(), fit(points).labels());
}

// Scratch of the process and of threads, which no size tells, is small at this size.
TEST(LeanFit, TakesAboutAsMuchMemoryAsExpected) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep memory of their own beside each allocation";
#endif
  for (const bool lean : {true, false}) {
    Points points = sample(30'000);
    const FitData data{.points = points, .lean = lean, .own_points = lean ? &points : nullptr};
    const double expected = expected_bytes(data, 8);
    reset_peak_memory();
    const Model model = fit(data, 8);
    const double seen = peak_memory_mib() * (1 << 20);
    EXPECT_GT(seen, 0.75 * expected) << (lean ? "lean" : "whole");
    EXPECT_LT(seen, 1.25 * expected) << (lean ? "lean" : "whole");
  }
}

TEST(LeanFit, IsRefusedBeforehandWithBothFigures) {
  const Points points = sample(2000);
  Options options;
  options.memory_limit_gib = 1e-3;
  try {
    fit({.points = points, .lean = true}, 8, options);
    FAIL() << "it should have been refused";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("a fit of 2000 points needs about"), std::string::npos) << text;
    EXPECT_NE(text.find("1.0 MiB is the limit"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace gnac::detail
