// Training and evolution as a whole: determinism, checkpointing, stopping, what is random and what
// is not.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <utility>

#include "case.h"
#include "gnac/error.h"

namespace gnac::detail::testing {
namespace {

// Large enough that every loop is cut into many blocks and every lane gets several.
Case large_case(Activation activation) {
  Options o = Options::paper();
  o.activation = activation;
  o.epochs = 3;
  o.burn_in = 0;
  o.rollout = 5;
  o.width = 16;
  o.hidden = 20;
  o.neighbors = 8;
  o.max_steps = 8;
  return make_case(5000, 3, o);
}

class Determinism : public ::testing::TestWithParam<Activation> {};

TEST_P(Determinism, RuleLossesAndStatesAreBitwiseTheSameAtAnyThreadCount) {
  Case c = large_case(GetParam());
  c.options.threads = 1;
  const Trained one = train(c.points, c.graph, c.options);
  const Evolution still = evolve(one.rule, c.points, c.graph, c.options);
  for (const int threads : {2, 3, 4, 7}) {
    c.options.threads = threads;
    const Trained many = train(c.points, c.graph, c.options);
    EXPECT_EQ(many.rule.values, one.rule.values) << threads;
    ASSERT_EQ(many.history.size(), one.history.size());
    for (std::size_t e = 0; e < one.history.size(); ++e) {
      EXPECT_EQ(many.history[e].total, one.history[e].total) << threads << " threads, epoch " << e;
    }
    const Evolution evolution = evolve(one.rule, c.points, c.graph, c.options);
    EXPECT_EQ(evolution.states, still.states) << threads;
    EXPECT_EQ(evolution.edge_distance, still.edge_distance) << threads;
    EXPECT_EQ(evolution.conductance, still.conductance) << threads;
  }
}

INSTANTIATE_TEST_SUITE_P(Activations, Determinism,
                         ::testing::Values(Activation::silu, Activation::relu, Activation::tanh));

Case small_case() {
  Options o = Options::paper();
  o.epochs = 12;
  o.burn_in = 5;
  o.rollout = 4;
  o.width = 8;
  o.hidden = 9;
  o.domain = 3;
  o.neighbors = 5;
  o.threads = 1;
  return make_case(60, 2, o);
}

TEST(Train, KeepsTheValuesOfTheLowestLossAfterBurnIn) {
  const Case c = small_case();
  const Trained t = train(c.points, c.graph, c.options);
  ASSERT_EQ(std::ssize(t.history), c.options.epochs);
  double lowest = std::numeric_limits<double>::infinity();
  int best = 0;
  for (int e = c.options.burn_in; e < c.options.epochs; ++e) {
    if (t.history[e].total < lowest) {
      lowest = t.history[e].total;
      best = e + 1;
    }
  }
  EXPECT_EQ(t.best_epoch, best);
  EXPECT_GT(t.best_epoch, c.options.burn_in);
  // Training up to the epoch before, plus one step, gives exactly these values.
  Options shorter = c.options;
  shorter.epochs = t.best_epoch;
  shorter.burn_in = t.best_epoch - 1;
  EXPECT_EQ(train(c.points, c.graph, shorter).rule.values, t.rule.values);
}

TEST(Train, LowersTheLoss) {
  Case c = small_case();
  c.options.epochs = 60;
  const Trained t = train(c.points, c.graph, c.options);
  EXPECT_LT(t.history.back().total, 0.8 * t.history.front().total);
}

TEST(Train, AnotherSeedGivesAnotherRule) {
  Case c = small_case();
  const Trained a = train(c.points, c.graph, c.options);
  c.options.seed = 17;
  EXPECT_NE(train(c.points, c.graph, c.options).rule.values, a.rule.values);
}

TEST(Train, ACompleteGraphHasNoPairsAndSaysSo) {
  Options o = small_case().options;
  o.neighbors = 9;
  const Case c = make_case(10, 2, o);
  const Trained t = train(c.points, c.graph, o);
  EXPECT_TRUE(t.no_pairs);
  EXPECT_EQ(t.history.front().dispersion, 0);
}

TEST(Train, DivergenceIsAnErrorThatSaysWhatToDo) {
  Case c = small_case();
  c.options.activation = Activation::relu;  // tanh is bounded: it would learn nothing, quietly
  for (double& v : c.points.values) v *= 1e30;
  c.graph = build_graph(c.points, c.options);
  try {
    train(c.points, c.graph, c.options);
    FAIL() << "trained on coordinates of order 1e30";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("scale"), std::string::npos) << e.what();
  }
}

TEST(Train, TheObserverSeesEveryEpochAndCanStop) {
  const Case c = small_case();
  int last = 0;
  EXPECT_THROW(train(c.points, c.graph, c.options,
                     [&](const Progress& p) {
                       EXPECT_EQ(p.stage, Stage::train);
                       last = p.epoch;
                       return p.epoch < 4;
                     }),
               Cancelled);
  EXPECT_EQ(last, 4);
}

// Every edge reaches both of its ends exactly once, with opposite signs, from whichever regions.
TEST(Scatter, EveryEdgeReachesBothEnds) {
  const Case c = make_case(400, 3, Options::paper());
  Team team(1);
  const Cells cells = lay_out(c.graph, c.points, c.shape, team);
  for (const int regions : {1, 3, 4}) {
    const ScatterPlan plan = plan_scatter(cells, 1, regions);
    ASSERT_GT(plan.rounds.size(), 1U);
    std::map<std::pair<std::int64_t, std::int32_t>, int> signs;  // of (edge, cell)
    for (std::size_t r = 0; r < plan.rounds.size(); ++r) {
      const auto& round = plan.rounds[r];
      const std::int32_t* start =
          plan.start.data() + round.cells_begin + static_cast<std::int64_t>(r);
      for (std::int64_t at = 0; at < round.cells_end - round.cells_begin; ++at) {
        for (std::int32_t e = start[at]; e < start[at + 1]; ++e) {
          const std::uint32_t entry = plan.entry[plan.entries_begin[r] + e];
          const std::uint32_t slot = entry / 2;
          ASSERT_LT(slot, plan.slots);
          const std::int64_t block = plan.block[round.blocks_begin + slot / kBlock];
          ASSERT_LT(round.blocks_begin + slot / kBlock, round.blocks_end);
          const std::int64_t edge = block * kBlock + slot % kBlock;
          const auto [sign, first] =
              signs.try_emplace({edge, plan.cell[round.cells_begin + at]}, entry % 2 == 0 ? 1 : -1);
          EXPECT_TRUE(first) << "edge " << edge << " twice";
        }
      }
    }
    ASSERT_EQ(std::ssize(signs), 2 * cells.edge_count);
    for (std::int64_t e = 0; e < cells.edge_count; ++e) {
      EXPECT_EQ(signs.at({e, cells.first[e]}), 1);
      EXPECT_EQ(signs.at({e, cells.second[e]}), -1);
    }
  }
}

TEST(Evolve, StopsAtTheFirstStableCheckpointFromFourOn) {
  Case c = small_case();
  const Trained t = train(c.points, c.graph, c.options);
  c.options.stop_correlation = -1;  // any agreement will do
  const Evolution first = evolve(t.rule, c.points, c.graph, c.options);
  EXPECT_EQ(first.steps, 4);
  EXPECT_TRUE(first.stable);
  EXPECT_TRUE(std::isnan(first.checkpoints[0].correlation));
  c.options.stop_correlation = 2;  // never
  const Evolution last = evolve(t.rule, c.points, c.graph, c.options);
  EXPECT_FALSE(last.stable);
  EXPECT_EQ(last.steps, 128);
  std::vector<int> steps;
  for (const Checkpoint& p : last.checkpoints) steps.push_back(p.step);
  EXPECT_EQ(steps, (std::vector<int>{2, 4, 8, 16, 32, 64, 128}));
}

TEST(Evolve, EqualsTheTwinsRolloutFromTheSameSeeds) {
  Case c = small_case();
  c.options.seed_scale = 0;  // then the seeds, which the twin does not draw, do not matter
  Rule rule;
  rule.shape = c.shape;
  rule.values = c.values;
  rule.seed_scale = 0;
  c.options.max_steps = 4;
  const Evolution evolution = evolve(rule, c.points, c.graph, c.options);
  c.options.rollout = 4;
  const TwinEpoch twin = run_twin(c, as_double(c.values));
  EXPECT_LE(relative_error(as_double(evolution.states), twin.states[4].z), 1e-5);
  std::vector<double> distance;
  for (const Edge& e : c.graph.edges) {
    double square = 0;
    for (int q = 0; q < c.shape.domain; ++q) {
      const double diff =
          twin.states[4].z[e.i * c.shape.domain + q] - twin.states[4].z[e.j * c.shape.domain + q];
      square += diff * diff;
    }
    distance.push_back(std::sqrt(square));
  }
  EXPECT_LE(relative_error(evolution.edge_distance, distance), 1e-4);
}

TEST(Pairs, AreNeverNeighboursNorEqual) {
  for (const int k : {3, 15, 36}) {
    Options o = Options::paper();
    o.neighbors = k;
    const Case c = make_case(40, 2, o);
    const auto pairs = PairSampler(c.graph).sample(500, 3, 1);
    EXPECT_FALSE(pairs.empty());
    for (const Edge& p : pairs) {
      EXPECT_NE(p.i, p.j);
      const Edge sorted{std::min(p.i, p.j), std::max(p.i, p.j)};
      EXPECT_FALSE(std::binary_search(c.graph.edges.begin(), c.graph.edges.end(), sorted)) << k;
    }
  }
}

TEST(Seeds, BelongToTheUsersCellWhateverItsPlace) {
  Team team(1);
  const std::vector<std::int32_t> straight{0, 1, 2};
  const std::vector<std::int32_t> turned{2, 0, 1};
  std::vector<float> a(9);
  std::vector<float> b(9);
  draw_seeds(a.data(), straight, 3, 7, Stream::cell_seeds, 1, team);
  draw_seeds(b.data(), turned, 3, 7, Stream::cell_seeds, 1, team);
  for (int q = 0; q < 3; ++q) EXPECT_EQ(b[q], a[6 + q]);
}

}  // namespace
}  // namespace gnac::detail::testing
