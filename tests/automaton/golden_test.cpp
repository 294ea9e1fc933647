// Twin and engine against values that PyTorch's autograd gave (tests/golden/README.md).
#include <gtest/gtest.h>

#include "automaton/adamw.h"
#include "case.h"
#include "io/safetensors.h"

namespace gnac::detail::testing {
namespace {

struct Golden {
  TensorFile file;
  Case problem;
  std::vector<double> xi;   ///< 10 epochs × N × d_ξ
  std::vector<Edge> pairs;  ///< 10 epochs × P

  std::vector<double> tensor(const std::string& name) const {
    return file.tensors.at(name).values();
  }
};

std::vector<Edge> as_edges(const std::vector<double>& flat) {
  std::vector<Edge> edges;
  for (std::size_t p = 0; p < flat.size(); p += 2) {
    edges.push_back({static_cast<std::int32_t>(flat[p]), static_cast<std::int32_t>(flat[p + 1])});
  }
  return edges;
}

Golden load(const std::string& name) {
  Golden g;
  g.file = read_safetensors(std::string(GNAC_TEST_DIR) + "/golden/" + name + ".safetensors");
  Case& c = g.problem;
  for (const OptionInfo& info : option_table()) {
    const auto found = g.file.metadata.find(std::string(info.name));
    if (found != g.file.metadata.end()) set_option(c.options, info.name, found->second);
  }
  c.options.burn_in = 0;  // irrelevant here: the test steps through the ten epochs itself
  const auto& shape = g.file.tensors.at("points").shape;
  c.points = {g.tensor("points"), shape[0], shape[1]};
  c.graph = build_graph(c.points, c.options);
  c.shape = {.features = static_cast<int>(shape[1]),
             .hidden = c.options.hidden,
             .domain = c.options.domain,
             .seed_dim = c.options.seed_dim,
             .width = c.options.width,
             .activation = c.options.activation};
  const auto table = rule_table(c.shape);
  c.values.resize(table.back().offset + table.back().size());
  for (const Tensor& t : table) {
    const auto from = g.tensor("rule." + t.name);
    EXPECT_EQ(from.size(), t.size()) << t.name;
    std::copy(from.begin(), from.end(), c.values.begin() + static_cast<std::ptrdiff_t>(t.offset));
  }
  g.xi = g.tensor("xi");
  g.pairs = as_edges(g.tensor("pairs"));
  // The file's weights and geometry are rounded to float as the graph stores them.
  c.graph.weight.assign(c.graph.edges.size(), 0);
  const auto weight = g.tensor("weight");
  std::copy(weight.begin(), weight.end(), c.graph.weight.begin());
  return g;
}

// The inputs of one of the ten epochs.
Case epoch_case(const Golden& g, std::size_t epoch) {
  Case c = g.problem;
  const std::size_t seeds = g.xi.size() / 10;
  const std::size_t pairs = g.pairs.size() / 10;
  c.xi.assign(g.xi.begin() + static_cast<std::ptrdiff_t>(epoch * seeds),
              g.xi.begin() + static_cast<std::ptrdiff_t>((epoch + 1) * seeds));
  c.pairs.assign(g.pairs.begin() + static_cast<std::ptrdiff_t>(epoch * pairs),
                 g.pairs.begin() + static_cast<std::ptrdiff_t>((epoch + 1) * pairs));
  return c;
}

std::vector<double> columns(const LossTerms& l) {
  return {l.total, l.smoothness, l.variance, l.covariance, l.dispersion, l.temporal};
}

void expect_terms(const LossTerms& loss, std::span<const double> expected, double tolerance) {
  const auto terms = columns(loss);
  for (std::size_t c = 0; c < terms.size(); ++c) {
    EXPECT_NEAR(terms[c], expected[c], tolerance * std::max(std::abs(expected[c]), 1e-6))
        << "term " << c;
  }
}

template <class Epoch>
void expect_epoch(const Golden& g, const Epoch& epoch, double tolerance) {
  for (const int step : {0, 1, 4, 16}) {
    const std::string at = std::to_string(step);
    EXPECT_LE(relative_error(epoch.states[step].h, g.tensor("h" + at)), tolerance) << at;
    EXPECT_LE(relative_error(epoch.states[step].z, g.tensor("z" + at)), tolerance) << at;
  }
  EXPECT_LE(relative_error(epoch.alpha[0], g.tensor("alpha0")), tolerance);
  EXPECT_LE(relative_error(epoch.alpha[15], g.tensor("alpha15")), tolerance);
  expect_terms(epoch.loss, g.tensor("loss"), tolerance);
  for (const Tensor& t : rule_table(g.problem.shape)) {
    const std::span<const double> part(epoch.gradient.data() + t.offset, t.size());
    EXPECT_LE(relative_error(part, g.tensor("grad." + t.name)), tolerance) << t.name;
  }
}

class GoldenValues : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenValues, GraphAndGeometryAgree) {
  const Golden g = load(GetParam());
  const Graph graph = build_graph(g.problem.points, g.problem.options);
  EXPECT_EQ(graph.edges, as_edges(g.tensor("edges")));
  EXPECT_LE(relative_error(graph.distance, g.tensor("distance")), 1e-12);
  std::vector<double> geometry;
  for (const auto& row : graph.geometry) geometry.insert(geometry.end(), row.begin(), row.end());
  EXPECT_LE(relative_error(geometry, g.tensor("geometry")), 1e-7);
  EXPECT_LE(relative_error(as_double(graph.weight), g.tensor("weight")), 1e-7);
}

TEST_P(GoldenValues, TwinReproducesStatesTermsAndGradients) {
  const Golden g = load(GetParam());
  const Case c = epoch_case(g, 0);
  expect_epoch(g, run_twin(c, as_double(c.values)), 1e-6);
}

TEST_P(GoldenValues, EngineReproducesStatesTermsAndGradients) {
  const Golden g = load(GetParam());
  const Case c = epoch_case(g, 0);
  Team team(2);
  expect_epoch(g, run_engine(c, c.values, team), 1e-4);
}

TEST_P(GoldenValues, EngineReproducesTenTrainingLosses) {
  const Golden g = load(GetParam());
  const auto losses = g.tensor("losses");
  std::vector<float> values = g.problem.values;
  AdamW optimiser(values.size());
  Team team(2);
  for (std::size_t epoch = 0; epoch < 10; ++epoch) {
    EngineEpoch result = run_engine(epoch_case(g, epoch), values, team);
    expect_terms(result.loss, std::span<const double>(losses).subspan(epoch * 6, 6), 1e-4);
    clip_norm(result.gradient, g.problem.options.clip);
    adamw_step(optimiser, values, result.gradient, g.problem.options.learning_rate,
               g.problem.options.weight_decay);
  }
  for (const Tensor& t : rule_table(g.problem.shape)) {
    const auto trained = as_double(std::span<const float>(values).subspan(t.offset, t.size()));
    EXPECT_LE(relative_error(trained, g.tensor("trained." + t.name)), 1e-4) << t.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Activations, GoldenValues, ::testing::Values("silu", "relu", "tanh"));

}  // namespace
}  // namespace gnac::detail::testing
