#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "gnac/model.h"
#include "model/fit.h"
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
  Team team(2);
  const Model lean = fit_on({.points = given}, 8, {}, team, {.lean = true, .own_points = &given});
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
  const Model chosen =
      fit_on({.points = again}, kChooseClusters, {}, team, {.lean = true, .own_points = &again});
  EXPECT_EQ(chosen.labels(), fit(points).labels());
}

// It has no arrays to answer from, and must not pretend.
TEST(LeanFit, RefusesToSayMore) {
  Points points = sample(500);
  Team team(2);
  const Model model =
      fit_on({.points = points}, 8, {}, team, {.lean = true, .own_points = &points});
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
      EXPECT_NE(std::string(error.what()).find("labels alone"), std::string::npos) << error.what();
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
    const FitData data{.points = points};
    const FitPlan plan{.lean = lean, .own_points = lean ? &points : nullptr};
    const double expected = expected_bytes(data, 8, {}, plan);
    reset_peak_memory();
    Team team(0);
    const Model model = fit_on(data, 8, {}, team, plan);
    const double seen = peak_memory_mib() * (1 << 20);
    EXPECT_GT(seen, 0.75 * expected) << (lean ? "lean" : "whole");
    EXPECT_LT(seen, 1.25 * expected) << (lean ? "lean" : "whole");
  }
}

TEST(Fit, OfPointsThatAreGivenAwayFreesThem) {
  const Points points = sample(500);
  Points given = points;
  const Model model = fit(std::move(given), 8);
  EXPECT_TRUE(given.values.empty());  // NOLINT: that is the promise
  EXPECT_EQ(model_bytes(model), model_bytes(fit(points, 8)));
}

// A model's fields are public. What disagrees with the rest was read beyond its end, or a cut of it
// never ended.
TEST(Model, WhoseArraysDisagreeIsRefused) {
  const Points points = sample(300);
  const Model whole = fit(points, 3);
  const std::vector<std::function<void(Model&)>> faults{
      [](Model& m) { m.graph.components = 0; },
      [](Model& m) { m.graph.components += 4; },
      [](Model& m) { m.graph.component[5] = 7; },
      [](Model& m) { m.graph.component.assign(300, -1); },
      [](Model& m) { m.graph.offset[7] += 3; },
      [](Model& m) { m.graph.neighbor[9] = m.graph.neighbor[8]; },
      [](Model& m) { m.graph.edge_of[0] += 3; },
      [](Model& m) { m.graph.edges[3].j = m.graph.edges[3].i; },
      [](Model& m) { m.graph.edges.clear(); },
      [](Model& m) { m.graph.lists.index.pop_back(); },
      [](Model& m) { m.evolution.conductance.pop_back(); },
      [](Model& m) { m.partition.labels.pop_back(); },
      [](Model& m) { m.points.n = 299; },
      [](Model& m) { m.points.values.pop_back(); },
      [](Model& m) { m.partition.labels[5] = 3; },
      [](Model& m) { m.partition.labels[5] = -1; },
      [](Model& m) { m.partition.affinity.pop_back(); },
      [](Model& m) { m.clusters = 7; },
      [](Model& m) { m.evolution.states.pop_back(); },
      [](Model& m) { m.evolution.steps = -1; },
      [](Model& m) { m.scaling.divisor.clear(); },
      [](Model& m) { m.table.columns.resize(9); },
      [](Model& m) { m.options.neighbors = -9; },
      [](Model& m) { m.rule.values.pop_back(); },
      [](Model& m) { m.rule.shape.hidden = -3; },
  };
  for (std::size_t f = 0; f < faults.size(); ++f) {
    Model model = whole;
    faults[f](model);
    EXPECT_THROW(partition(model, 4), Error) << f;
    EXPECT_THROW(Predictor{model}, Error) << f;
    EXPECT_THROW(memberships(model), Error) << f;
    EXPECT_THROW(model_bytes(model), Error) << f;
  }
  EXPECT_EQ(std::ranges::max(partition(whole, 4).labels), 3);
  Model unread = whole;
  unread.partition.labels.clear();
  EXPECT_THROW(memberships(unread), Error);
  EXPECT_THROW(model_bytes(unread), Error);
}

// So are a rule's. It was read beyond its end, or saw coordinates that are not there.
TEST(Fit, RefusesARuleWhosePartsDisagree) {
  const Points points = sample(100);
  const std::vector<std::function<void(Rule&)>> faults{
      [](Rule& r) { r.values.pop_back(); },
      [](Rule& r) { r.values[3] = std::numeric_limits<float>::quiet_NaN(); },
      [](Rule& r) { r.shape.width = 0; },
      [](Rule& r) { r.shape.hidden = -3; },
      [](Rule& r) { r.shape.form = RuleForm::published; },
      [](Rule& r) { r.cell.mean.pop_back(); },
      [](Rule& r) { r.steps = -4; },
      [](Rule& r) { r.feature_set = "other"; },
  };
  for (std::size_t f = 0; f < faults.size(); ++f) {
    Rule rule = universal_rule();
    faults[f](rule);
    EXPECT_THROW(fit({.points = points, .rule = &rule}, 3), Error) << f;
  }
  const EdgeList ring{
      .nodes = 4, .from = {0, 1, 2, 3}, .to = {1, 2, 3, 0}, .distance = {1, 1, 1, 1}};
  const FitData alone{.points = {nullptr, 4, 0}, .edges = &ring, .rule = &universal_rule(true)};
  EXPECT_THROW(fit(alone, 2), Error);
  FitData fitting = alone;
  fitting.rule = &universal_rule(false);
  EXPECT_EQ(fit(fitting, 2).clusters, 2);
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
  const std::string lean = refusal({.points = points}, {});
  EXPECT_TRUE(contains(lean, "a fit of 2000 points needs about")) << lean;
  EXPECT_TRUE(contains(lean, "1.0 MiB is the limit")) << lean;
  EXPECT_TRUE(contains(lean, "predict the labels of the rest, or lower option neighbors")) << lean;
  EXPECT_FALSE(contains(lean, "width")) << "the rule that ships has one width: " << lean;
  const std::string paper = refusal({.points = points}, Options::paper());
  EXPECT_TRUE(contains(paper, "lower option width, option hidden or option neighbors")) << paper;
  const EdgeList edges{.nodes = 2000, .from = {0}, .to = {1}, .distance = {}};
  const std::string graph = refusal({.points = points, .edges = &edges}, {});
  EXPECT_TRUE(contains(graph, "a graph with fewer edges")) << graph;
}

}  // namespace
}  // namespace gnac::detail
