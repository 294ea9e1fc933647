#include <gtest/gtest.h>

#include <functional>

#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
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

// It has no arrays to answer from, and must not pretend.
TEST(LeanFit, RefusesToSayMore) {
  Points points = sample(500);
  const Model model = fit({.points = points, .lean = true, .own_points = &points}, 8);
  const std::vector<std::function<void()>> questions{[&] { partition(model, 3); },
                                                     [&] { Predictor{model}; },
                                                     [&] { memberships(model); },
                                                     [&] { outlier_scores(model); },
                                                     [&] { hierarchy(model); },
                                                     [&] { model_bytes(model); },
                                                     [&] { labels_without_outliers(model); }};
  for (const auto& ask : questions) {
    try {
      ask();
      ADD_FAILURE() << "it was answered";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("lean fit"), std::string::npos) << error.what();
    }
  }
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

std::string refusal(const FitData& data, Options options) {
  options.memory_limit_gib = 1e-3;
  try {
    fit(data, 8, options);
  } catch (const MemoryError& error) {
    return error.what();
  }
  return "it was not refused";
}

TEST(FitMemory, IsRefusedBeforehandWithBothFiguresAndAdviceForTheMethod) {
  const Points points = sample(2000);
  const auto contains = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string lean = refusal({.points = points, .lean = true}, {});
  EXPECT_TRUE(contains(lean, "a fit of 2000 points needs about")) << lean;
  EXPECT_TRUE(contains(lean, "1.0 MiB is the limit")) << lean;
  EXPECT_TRUE(contains(lean, "predict the labels of the rest, or lower neighbors")) << lean;
  EXPECT_FALSE(contains(lean, "width")) << "the rule that ships has one width: " << lean;
  const std::string paper = refusal({.points = points}, Options::paper());
  EXPECT_TRUE(contains(paper, "lower width, hidden or neighbors")) << paper;
  const EdgeList edges{.nodes = 2000, .from = {0}, .to = {1}, .distance = {}};
  const std::string graph = refusal({.points = points, .edges = &edges}, {});
  EXPECT_TRUE(contains(graph, "a graph with fewer edges")) << graph;
}

}  // namespace
}  // namespace gnac::detail
