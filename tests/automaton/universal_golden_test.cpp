// Twin and engine of the universal form against values that PyTorch's autograd gave
// (tests/golden/make_universal.py).
#include <gtest/gtest.h>

#include "io/safetensors.h"
#include "universal_case.h"

namespace gnac::detail::testing {
namespace {

std::vector<float> as_float(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

struct Golden {
  TensorFile file = read_safetensors(std::string(GNAC_TEST_DIR) + "/golden/universal.safetensors");
  UniversalCase problem;

  Golden() {
    const auto number = [&](const char* name) { return std::stoi(file.metadata.at(name)); };
    Rule& rule = problem.rule;
    rule.shape = {.form = RuleForm::universal,
                  .features = number("features"),
                  .edge_features = number("edge_features"),
                  .hidden = number("hidden"),
                  .domain = 0,
                  .seed_dim = 0,
                  .width = number("width"),
                  .activation = Activation::silu,
                  .sum = true,
                  .openness = true};
    rule.update_scale = std::stod(file.metadata.at("update_scale"));
    rule.steps = number("steps");
    for (const Tensor& t : rule_table(rule.shape)) {
      const auto from = as_float(tensor("rule." + t.name));
      rule.values.insert(rule.values.end(), from.begin(), from.end());
    }
    rule.cell = {as_float(tensor("cell_mean")), as_float(tensor("cell_deviation"))};
    rule.edge = {as_float(tensor("edge_mean")), as_float(tensor("edge_deviation"))};
    Options options = Options::paper();
    options.neighbors = number("neighbors");
    const auto points = tensor("points");
    problem.graph = build_graph(Points{points, std::ssize(points) / 2, 2}, options);
    problem.features.cell = as_float(tensor("cell"));
    problem.features.edge = as_float(tensor("edge"));
    for (const double label : tensor("labels")) {
      problem.labels.push_back(static_cast<std::int32_t>(label));
    }
  }
  std::vector<double> tensor(const std::string& name) const {
    return file.tensors.at(name).values();
  }
  std::vector<double> standardised(const std::string& name) const {
    std::vector<double> values = tensor(name);
    const auto mean = tensor(name + "_mean");
    const auto deviation = tensor(name + "_deviation");
    for (std::size_t p = 0; p < values.size(); ++p) {
      values[p] = (values[p] - mean[p % mean.size()]) / deviation[p % mean.size()];
    }
    return values;
  }
  void expect_gradient(std::span<const double> gradient, double tolerance) const {
    for (const Tensor& t : rule_table(problem.rule.shape)) {
      EXPECT_LE(relative_error(gradient.subspan(t.offset, t.size()), tensor("grad." + t.name)),
                tolerance)
          << t.name;
    }
  }
};

TEST(UniversalGolden, TheGraphIsTheSame) {
  const Golden g;
  const auto edges = g.tensor("edges");
  ASSERT_EQ(2 * g.problem.graph.edges.size(), edges.size());
  for (std::size_t e = 0; e < g.problem.graph.edges.size(); ++e) {
    EXPECT_EQ(g.problem.graph.edges[e].i, edges[2 * e]);
    EXPECT_EQ(g.problem.graph.edges[e].j, edges[2 * e + 1]);
  }
}

TEST(UniversalGolden, TwinReproducesStatesLogitsLossAndGradients) {
  const Golden g;
  const auto cell = g.standardised("cell");
  const auto edge = g.standardised("edge");
  const Rule& rule = g.problem.rule;
  const UniversalTwin twin =
      universal_twin(rule.shape, rule.update_scale, as_double(rule.values), g.problem.graph,
                     {cell, edge}, g.problem.labels, rule.steps);
  for (int t = 0; t <= rule.steps; ++t) {
    EXPECT_LE(relative_error(twin.hidden[t], g.tensor("h" + std::to_string(t))), 1e-11) << t;
  }
  EXPECT_LE(relative_error(twin.logit, g.tensor("logit")), 1e-11);
  EXPECT_NEAR(twin.loss, g.tensor("loss")[0], 1e-11);
  g.expect_gradient(twin.gradient, 1e-10);
}

TEST(UniversalGolden, EngineReproducesStatesLogitsLossAndGradients) {
  const Golden g;
  Team team(2);
  const UniversalEvolution evolution =
      evolve_universal(g.problem.rule, g.problem.graph, g.problem.features, team, true);
  for (int t = 0; t <= g.problem.rule.steps; ++t) {
    EXPECT_LE(relative_error(as_double(evolution.hidden[t]), g.tensor("h" + std::to_string(t))),
              1e-5)
        << t;
  }
  EXPECT_LE(relative_error(as_double(evolution.logit), g.tensor("logit")), 1e-5);
  const UniversalEpoch epoch = run_engine(g.problem, team);
  EXPECT_NEAR(epoch.loss, g.tensor("loss")[0], 1e-5);
  g.expect_gradient(epoch.gradient, 1e-4);
}

}  // namespace
}  // namespace gnac::detail::testing
