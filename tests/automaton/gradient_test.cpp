// The adjoint: the twin against central differences, the engine against the twin.
#include <gtest/gtest.h>

#include "case.h"

namespace gnac::detail::testing {
namespace {

Options small_options(Activation activation) {
  Options o = Options::paper();
  o.neighbors = 4;
  o.hidden = 5;
  o.domain = 3;
  o.seed_dim = 2;
  o.width = 6;
  o.rollout = 6;
  o.pairs = 20;
  o.activation = activation;
  o.update_scale =
      0.5;  // larger steps than the default: every path gets a gradient worth comparing
  o.seed_scale = 0.7;
  o.temporal = 2.0;
  return o;
}

class TwinGradient : public ::testing::TestWithParam<Activation> {};

TEST_P(TwinGradient, EqualsCentralDifferencesForEveryTensor) {
  const Case c = make_case(14, 3, small_options(GetParam()));
  const std::vector<double> values = as_double(c.values);
  const TwinEpoch epoch = run_twin(c, values);
  for (const Tensor& t : rule_table(c.shape)) {
    const auto numeric = central_differences(
        values, t, [&](const auto& moved) { return run_twin(c, moved, &epoch).loss.total; });
    const std::span<const double> exact(epoch.gradient.data() + t.offset, t.size());
    EXPECT_LE(relative_error(numeric, exact, 1e-4), 1e-6) << t.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Activations, TwinGradient,
                         ::testing::Values(Activation::silu, Activation::relu, Activation::tanh));

void expect_engine_equals_twin(const Case& c, int threads) {
  Team team(threads, {}, Team::Size::exact);
  const TwinEpoch twin = run_twin(c, as_double(c.values));
  const EngineEpoch engine = run_engine(c, c.values, team);
  const std::string where =
      "N=" + std::to_string(c.points.n) + " d=" + std::to_string(c.points.d) +
      " W=" + std::to_string(c.shape.width) + " dh=" + std::to_string(c.shape.hidden) +
      " dz=" + std::to_string(c.shape.domain) + " " + std::string(to_string(c.shape.activation));
  EXPECT_NEAR(engine.loss.total, twin.loss.total, 1e-5 * std::abs(twin.loss.total)) << where;
  for (std::size_t t = 0; t < twin.states.size(); ++t) {
    ASSERT_LE(relative_error(engine.states[t].h, twin.states[t].h), 1e-5) << where << " step " << t;
    ASSERT_LE(relative_error(engine.states[t].z, twin.states[t].z), 1e-5) << where << " step " << t;
  }
  // A tensor's error is measured against the whole gradient's scale if the tensor itself is tiny.
  double norm = 0;
  for (const double g : twin.gradient) norm += g * g;
  for (const Tensor& t : rule_table(c.shape)) {
    const std::span<const double> fast(engine.gradient.data() + t.offset, t.size());
    const std::span<const double> exact(twin.gradient.data() + t.offset, t.size());
    EXPECT_LE(relative_error(fast, exact, 1e-3 * std::sqrt(norm)), 1e-4) << where << " " << t.name;
  }
}

class EngineGradient : public ::testing::TestWithParam<Activation> {};

TEST_P(EngineGradient, EqualsTwinOverShapesAroundTheVectorLength) {
  Draws draws(11, Stream::study);
  for (int trial = 0; trial < 14; ++trial) {
    Options o = small_options(GetParam());
    const int around[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 33};
    o.hidden = around[draws.below(12)];
    o.domain = 2 + static_cast<int>(draws.below(16));
    o.width = around[draws.below(12)];
    o.seed_dim = 1 + static_cast<int>(draws.below(5));
    o.neighbors = 2 + static_cast<int>(draws.below(6));
    o.rollout = 1 + static_cast<int>(draws.below(6));
    o.tail = 1 + static_cast<int>(draws.below(6));
    o.seed = 100 + trial;
    const auto n = static_cast<std::int64_t>(5 + draws.below(120));
    const auto d = static_cast<std::int64_t>(1 + draws.below(20));
    expect_engine_equals_twin(make_case(n, d, o), 1 + static_cast<int>(draws.below(3)));
  }
}

TEST_P(EngineGradient, EqualsTwinWithoutAHiddenState) {
  Options o = small_options(GetParam());
  o.hidden = 0;
  expect_engine_equals_twin(make_case(70, 3, o), 2);
}

TEST_P(EngineGradient, EqualsTwinAtThePapersShape) {
  Options o = Options::paper();
  o.activation = GetParam();
  o.neighbors = 6;
  o.rollout = 16;
  o.pairs = 40;
  expect_engine_equals_twin(make_case(60, 2, o), 2);
}

INSTANTIATE_TEST_SUITE_P(Activations, EngineGradient,
                         ::testing::Values(Activation::silu, Activation::relu, Activation::tanh));

}  // namespace
}  // namespace gnac::detail::testing
