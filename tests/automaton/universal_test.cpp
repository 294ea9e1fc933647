// The universal form: the twin against central differences, the engine against the twin.
#include <gtest/gtest.h>

#include "gnac/error.h"
#include "support/simd_target.h"
#include "universal_case.h"

namespace gnac::detail::testing {
namespace {

RuleShape small_shape(Activation activation, bool sum, bool openness) {
  return {.features = 3,
          .edge_features = 4,
          .hidden = 5,
          .width = 6,
          .activation = activation,
          .sum = sum,
          .openness = openness};
}

struct Variant {
  Activation activation;
  bool sum;
  bool openness;
  int steps;
};

class UniversalGradient : public ::testing::TestWithParam<Variant> {};

TEST_P(UniversalGradient, OfTheTwinEqualsCentralDifferences) {
  const Variant p = GetParam();
  const UniversalCase c =
      make_universal_case(14, 4, small_shape(p.activation, p.sum, p.openness), p.steps, 3);
  const std::vector<double> values = as_double(c.rule.values);
  const UniversalTwin twin = run_twin(c, values);
  for (const Tensor& t : rule_table(c.rule.shape)) {
    const auto numeric =
        central_differences(values, t, [&](const auto& moved) { return run_twin(c, moved).loss; });
    const std::span<const double> exact(twin.gradient.data() + t.offset, t.size());
    EXPECT_LE(relative_error(numeric, exact, 1e-4), 1e-5) << t.name;
  }
}

void expect_engine_equals_twin(const UniversalCase& c, int threads) {
  Team team(threads, {}, Team::Size::exact);
  const UniversalTwin twin = run_twin(c, as_double(c.rule.values));
  const UniversalEpoch engine = run_engine(c, team);
  const RuleShape& s = c.rule.shape;
  const std::string where =
      "N=" + std::to_string(c.graph.nodes) + " d=" + std::to_string(s.features) +
      " g=" + std::to_string(s.edge_features) + " W=" + std::to_string(s.width) +
      " dh=" + std::to_string(s.hidden) + (s.sum ? " sum" : "") + (s.openness ? " open" : "") +
      " steps=" + std::to_string(c.rule.steps) + " " + std::string(to_string(s.activation));
  EXPECT_NEAR(engine.loss, twin.loss, 2e-5 * std::abs(twin.loss)) << where;
  double norm = 0;
  for (const double g : twin.gradient) norm += g * g;
  for (const Tensor& t : rule_table(s)) {
    const std::span<const double> fast(engine.gradient.data() + t.offset, t.size());
    const std::span<const double> exact(twin.gradient.data() + t.offset, t.size());
    // A sum of terms of both signs, such as that of a last bias, loses digits: float errors of 6e-8
    // in terms that cancel to a thousandth.
    EXPECT_LE(relative_error(fast, exact, 1e-3 * std::sqrt(norm)), 2e-4) << where << " " << t.name;
  }
  const UniversalEvolution evolution = evolve_universal(c.rule, c.graph, c.features, team, true);
  ASSERT_EQ(std::ssize(evolution.hidden), c.rule.steps + 1);
  for (int t = 0; t <= c.rule.steps; ++t) {
    EXPECT_LE(relative_error(as_double(evolution.hidden[t]), twin.hidden[t]), 1e-5) << where << t;
  }
  EXPECT_LE(relative_error(as_double(evolution.logit), twin.logit), 2e-5) << where;
}

TEST_P(UniversalGradient, OfTheEngineEqualsTheTwinOverShapesAroundTheVectorLength) {
  const Variant p = GetParam();
  Draws draws(12, Stream::study);
  const int around[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 33, 48};
  for (int trial = 0; trial < 8; ++trial) {
    RuleShape shape = small_shape(p.activation, p.sum, p.openness);
    shape.features = 1 + static_cast<int>(draws.below(12));
    shape.edge_features = 1 + static_cast<int>(draws.below(16));
    shape.hidden = around[draws.below(13)];
    shape.width = around[draws.below(13)];
    const auto n = static_cast<std::int64_t>(5 + draws.below(150));
    const int k = 2 + static_cast<int>(draws.below(6));
    expect_engine_equals_twin(make_universal_case(n, k, shape, p.steps, 100 + trial),
                              1 + static_cast<int>(draws.below(3)));
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, UniversalGradient,
                         ::testing::Values(Variant{Activation::silu, true, true, 5},
                                           Variant{Activation::silu, true, false, 3},
                                           Variant{Activation::silu, false, true, 3},
                                           Variant{Activation::tanh, false, false, 4},
                                           Variant{Activation::relu, true, true, 2},
                                           Variant{Activation::silu, true, true, 0}));

TEST(Universal, GradientIsBitwiseTheSameAtAnyThreadCount) {
  RuleShape shape = small_shape(Activation::silu, true, true);
  shape.hidden = 20;
  shape.width = 24;
  const UniversalCase c = make_universal_case(3000, 8, shape, 4, 5);
  Team one(1);
  const UniversalEpoch alone = run_engine(c, one);
  for (const int threads : {2, 3, 5}) {
    Team team(threads, {}, Team::Size::exact);
    const UniversalEpoch many = run_engine(c, team);
    EXPECT_EQ(many.loss, alone.loss) << threads;
    EXPECT_EQ(many.gradient, alone.gradient) << threads;
  }
}

TEST(Universal, EveryInstructionSetGivesTheSameRollout) {
  const UniversalCase c =
      make_universal_case(200, 6, small_shape(Activation::silu, true, true), 5, 6);
  const UniversalTwin twin = run_twin(c, as_double(c.rule.values));
  for (const std::string& target : simd_targets()) {
    const SimdTargetScope scope(target);
    Team team(1);
    const UniversalEvolution evolution = evolve_universal(c.rule, c.graph, c.features, team);
    EXPECT_LE(relative_error(as_double(evolution.logit), twin.logit), 2e-5) << target;
    const UniversalEpoch epoch = run_engine(c, team);
    EXPECT_LE(relative_error(epoch.gradient, twin.gradient), 1e-4) << target;
  }
}

TEST(Universal, FeaturesAreStandardisedByTheConstantsOfTheRule) {
  UniversalCase c = make_universal_case(50, 5, small_shape(Activation::silu, true, true), 3, 7);
  Team team(1);
  const auto before = evolve_universal(c.rule, c.graph, c.features, team).logit;
  c.rule.cell = {{1, 2, 3}, {2, 2, 4}};
  c.rule.edge = {{0, 1, 0, -1}, {1, 2, 4, 8}};
  for (std::size_t p = 0; p < c.features.cell.size(); ++p) {
    c.features.cell[p] =
        c.features.cell[p] * c.rule.cell.deviation[p % 3] + c.rule.cell.mean[p % 3];
  }
  for (std::size_t p = 0; p < c.features.edge.size(); ++p) {
    c.features.edge[p] =
        c.features.edge[p] * c.rule.edge.deviation[p % 4] + c.rule.edge.mean[p % 4];
  }
  const auto after = evolve_universal(c.rule, c.graph, c.features, team).logit;
  EXPECT_LE(relative_error(as_double(after), as_double(before)), 1e-5);
}

TEST(Universal, ARunHeldAtOtherStatesFollowsThem) {
  const UniversalCase c =
      make_universal_case(60, 5, small_shape(Activation::silu, true, true), 3, 8);
  Team team(1);
  UniversalRun free(c.rule, c.graph, c.features, team);
  UniversalRun held(c.rule, c.graph, c.features, team);
  for (int t = 0; t < 3; ++t) {
    free.step();
    for (std::int64_t v = 0; v < 60; ++v) {  // disturb it, then restore it
      for (float& x : held.hidden(v)) x = 0.9f;
    }
    held.step();
    EXPECT_NE(free.hidden_states(), held.hidden_states());
    for (std::int64_t v = 0; v < 60; ++v) {
      std::copy(free.hidden(v).begin(), free.hidden(v).end(), held.hidden(v).begin());
    }
  }
  EXPECT_EQ(free.conductances(), held.conductances());
}

TEST(Universal, LateCellsChangeNothingButTheOrderOfWork) {
  const UniversalCase c =
      make_universal_case(400, 6, small_shape(Activation::silu, true, true), 4, 9);
  Team team(2);
  std::vector<char> late(400);
  for (std::size_t v = 0; v < late.size(); ++v) late[v] = v % 5 == 2 ? 1 : 0;
  UniversalRun whole(c.rule, c.graph, c.features, team);
  UniversalRun parted(c.rule, c.graph, c.features, team, late);
  for (int t = 0; t < 4; ++t) {
    parted.on_time_edges();
    for (std::int64_t v = 0; v < 400; ++v) {  // their states arrive only now
      if (late[v] == 0) continue;
      const auto state = whole.hidden(v);
      std::copy(state.begin(), state.end(), parted.hidden(v).begin());
    }
    parted.late_edges();
    EXPECT_EQ(parted.present_conductances(), whole.conductances());
    parted.update();
    whole.step();
    for (std::int64_t v = 0; v < 400; ++v) {
      if (late[v] != 0) continue;
      const auto state = whole.hidden(v);
      ASSERT_TRUE(std::equal(state.begin(), state.end(), parted.hidden(v).begin())) << v;
    }
  }
}

TEST(Universal, ARuleForOtherFeaturesIsRefused) {
  UniversalCase c = make_universal_case(30, 4, small_shape(Activation::silu, true, true), 1, 8);
  c.features.edge.pop_back();
  Team team(1);
  EXPECT_THROW(evolve_universal(c.rule, c.graph, c.features, team), Error);
}

// Noise does not count; kept and cut edges have half the weight each, however few; very few cut
// ones have less.
TEST(Universal, TargetsWeighKeptAndCutEdgesAlike) {
  UniversalCase c = make_universal_case(200, 6, small_shape(Activation::silu, true, true), 1, 8);
  Team team(1);
  const Cells cells = lay_out(c.graph, FeatureView{c.features.cell, c.features.edge}, c.rule, team);
  const auto sums = [&] {
    const EdgeTargets t = edge_targets(cells, c.labels);
    std::array<double, 2> sum{};
    for (std::size_t e = 0; e < t.same.size(); ++e) sum[t.same[e] > 0 ? 1 : 0] += t.weight[e];
    return sum;
  };
  EXPECT_NEAR(sums()[0], 1, 1e-5);
  EXPECT_NEAR(sums()[1], 1, 1e-5);
  std::fill(c.labels.begin(), c.labels.end(), 1);
  EXPECT_EQ(sums()[0], 0);
  c.labels[0] = 2;
  const double cut = static_cast<double>(c.graph.degree(0));
  EXPECT_NEAR(sums()[0], std::min(1.0, cut / 20), 1e-5);
  std::fill(c.labels.begin(), c.labels.end(), 0);
  EXPECT_EQ(sums()[1], 0);
}

}  // namespace
}  // namespace gnac::detail::testing
