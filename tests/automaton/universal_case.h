#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/universal.h"
#include "case.h"
#include "pretrain/supervised.h"
#include "twins/universal_twin.h"

namespace gnac::detail::testing {

/// A small labelled problem with meaningless features, and a universal rule.
struct UniversalCase {
  Graph graph;
  ScaleFree features;
  std::vector<std::int32_t> labels;  ///< 0 … 3
  Rule rule;
};

inline UniversalCase make_universal_case(std::int64_t n, int neighbors, const RuleShape& shape,
                                         int steps, std::uint64_t seed) {
  UniversalCase c;
  Draws draws(seed, Stream::study, 3);
  Points points{std::vector<double>(n * 2), n, 2};
  for (double& v : points.values) v = draws.normal();
  Options options = Options::paper();
  options.neighbors = neighbors;
  options.threads = 1;
  c.graph = build_graph(points, options);
  c.features.cell.resize(n * shape.features);
  c.features.edge.resize(c.graph.edges.size() * shape.edge_features);
  for (float& v : c.features.cell) v = static_cast<float>(draws.normal());
  for (float& v : c.features.edge) v = static_cast<float>(draws.normal());
  for (std::int64_t v = 0; v < n; ++v) {
    c.labels.push_back(static_cast<std::int32_t>(draws.below(4)));
  }
  c.rule.shape = shape;
  c.rule.shape.form = RuleForm::universal;
  c.rule.shape.domain = 0;
  c.rule.shape.seed_dim = 0;
  c.rule.update_scale = 0.5;
  c.rule.steps = steps;
  c.rule.values = initial_values(c.rule.shape, seed);
  return c;
}

inline UniversalTwin run_twin(const UniversalCase& c, std::span<const double> values) {
  const std::vector<double> cell = as_double(c.features.cell);
  const std::vector<double> edge = as_double(c.features.edge);
  return universal_twin(c.rule.shape, c.rule.update_scale, values, c.graph, {cell, edge}, c.labels,
                        c.rule.steps);
}

struct UniversalEpoch {
  double loss = 0;
  std::vector<double> gradient;
};

inline UniversalEpoch run_engine(const UniversalCase& c, Team& team) {
  const Cells cells = lay_out(c.graph, FeatureView{c.features.cell, c.features.edge}, c.rule, team);
  const EdgeTargets targets = edge_targets(cells, c.labels);
  Automaton automaton(cells, c.rule.shape, c.rule.update_scale, 0, Keeps::adjoint, team);
  Tape tape(cells, c.rule.shape, c.rule.steps);
  UniversalEpoch epoch;
  epoch.gradient.resize(c.rule.values.size());
  epoch.loss = supervised_epoch(
      epoch.gradient, automaton, tape, c.rule.values,
      [&](float* d_logit, const float* logit) {
        return supervised_loss(d_logit, logit, targets, team);
      },
      c.rule.steps);
  return epoch;
}

}  // namespace gnac::detail::testing
