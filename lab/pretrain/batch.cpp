#include "pretrain/batch.h"

#include <algorithm>
#include <cmath>

#include "support/random.h"

namespace gnac::detail {

int problem_neighbors(std::uint64_t seed, std::uint64_t index) {
  const auto bits = philox(seed, Stream::pretrain, 0, index);
  const double kind = unit_from_bits(bits[0], bits[1]);
  const double place = unit_from_bits(bits[2], bits[3]);
  const auto among = [&](int low, int high) {
    return low + static_cast<int>(place * (high - low + 1));
  };
  if (kind < 0.05) return among(5, 7);
  if (kind < 0.10) return among(21, 30);
  return among(8, 20);
}

MeasuredProblem measure_problem(std::uint64_t seed, std::uint64_t index,
                                const PretrainOptions& options) {
  MeasuredProblem m;
  m.problem = make_problem(seed, index, options.problems);
  Options graph;
  graph.neighbors = problem_neighbors(seed, index);
  graph.threads = 1;
  m.graph = build_graph(m.problem.points, graph);
  Team alone(1);
  m.features = scale_free(m.graph, m.problem.points, options.features, alone);
  return m;
}

double Prepared::loss(float* d_logit, const float* logit, Team& team) const {
  const double edges = supervised_loss(d_logit, logit, targets, team);
  return partition > 0 ? edges + diffusion_loss(d_logit, logit, cells, diffusion, partition)
                       : edges;
}

Prepared prepare(std::uint64_t seed, std::uint64_t index, const Rule& rule,
                 const PretrainOptions& options) {
  const MeasuredProblem m = measure_problem(seed, index, options);
  Team alone(1);
  Prepared problem;
  problem.cells = lay_out(m.graph, FeatureView{m.features.cell, m.features.edge}, rule, alone);
  problem.targets = edge_targets(problem.cells, m.problem.labels);
  problem.partition = options.partition;
  if (options.partition > 0)
    problem.diffusion = diffusion_targets(problem.cells, m.graph, m.problem.labels, index, alone);
  return problem;
}

Lesson learn(const Prepared& problem, const Rule& rule, int steps, Tape& tape) {
  Team alone(1);
  Automaton automaton(problem.cells, rule.shape, rule.update_scale, 0, Keeps::adjoint, alone);
  tape.fit(problem.cells, rule.shape, steps);
  Lesson lesson;
  lesson.gradient.resize(rule.values.size());
  lesson.loss = supervised_epoch(
      lesson.gradient, automaton, tape, rule.values,
      [&](float* d_logit, const float* logit) { return problem.loss(d_logit, logit, alone); },
      steps);
  return lesson;
}

Lesson mean(std::span<const Lesson> lessons) {
  Lesson all = lessons.front();
  for (const Lesson& one : lessons.subspan(1)) {
    all.loss += one.loss;
    for (std::size_t p = 0; p < all.gradient.size(); ++p) all.gradient[p] += one.gradient[p];
  }
  const double share = 1.0 / static_cast<double>(lessons.size());
  all.loss *= share;
  for (double& g : all.gradient) g *= share;
  return all;
}

double loss_of(const Prepared& problem, const Rule& rule) {
  const Cells& cells = problem.cells;
  Team alone(1);
  Automaton automaton(cells, rule.shape, rule.update_scale, 0, Keeps::shares, alone);
  automaton.set_rule(rule.values);
  Buffer<float> state(cells.n * cells.row);
  Buffer<float> next(state.size());
  Buffer<float> alpha(cells.edge_count);
  automaton.initial_state(state.data());
  for (int t = 0; t < rule.steps; ++t) {
    automaton.conductance(alpha.data(), state.data());
    automaton.update(next.data(), state.data(), alpha.data());
    std::swap(state, next);
  }
  automaton.logits(alpha.data(), state.data());
  return problem.loss(nullptr, alpha.data(), alone);
}

void standardise(Rule& rule, const PretrainOptions& options, Team& team) {
  struct Sums {
    std::vector<double> sum, square;
    double rows = 0;
    void add(std::span<const float> values, int columns) {
      sum.resize(columns);
      square.resize(columns);
      for (std::size_t p = 0; p < values.size(); ++p) {
        sum[p % columns] += values[p];
        square[p % columns] += static_cast<double>(values[p]) * values[p];
      }
      rows += static_cast<double>(values.size()) / columns;
    }
    void add(const Sums& other) {
      sum.resize(other.sum.size());
      square.resize(other.sum.size());
      for (std::size_t c = 0; c < sum.size(); ++c) {
        sum[c] += other.sum[c];
        square[c] += other.square[c];
      }
      rows += other.rows;
    }
    Standardisation result() const {
      constexpr double kFloor = 1e-3;  // so that a constant feature becomes 0, not infinite
      Standardisation s;
      for (std::size_t c = 0; c < sum.size(); ++c) {
        const double mean = sum[c] / rows;
        const double variance = std::max(0.0, square[c] / rows - mean * mean);
        s.mean.push_back(static_cast<float>(mean));
        s.deviation.push_back(static_cast<float>(std::sqrt(variance) + kFloor));
      }
      return s;
    }
  };
  std::vector<Sums> cell(static_cast<std::size_t>(options.standardisation));
  std::vector<Sums> edge(cell.size());
  team.for_each(options.standardisation, [&](std::int64_t p) {
    const MeasuredProblem m = measure_problem(options.seed, static_cast<std::uint64_t>(p), options);
    cell[static_cast<std::size_t>(p)].add(m.features.cell, rule.shape.features);
    edge[static_cast<std::size_t>(p)].add(m.features.edge, rule.shape.edge_features);
  });
  Sums cells;
  Sums edges;
  for (const Sums& s : cell) cells.add(s);
  for (const Sums& s : edge) edges.add(s);
  rule.cell = cells.result();
  rule.edge = edges.result();
}

bool names_feature(std::string_view hide, std::string_view feature) {
  return feature == hide ||
         (feature.starts_with(hide) && feature.substr(hide.size()).starts_with('_'));
}

void hide_features(Rule& rule, const PretrainOptions& options) {
  constexpr float kBlind = 1e20F;  // features lie in [-6, 6]
  const auto blind = [&](Standardisation& seen, std::span<const std::string_view> names) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (std::ranges::any_of(options.hide,
                              [&](const auto& hide) { return names_feature(hide, names[c]); }))
        seen.deviation[c] = kBlind;
    }
  };
  blind(rule.cell, cell_feature_names(options.features));
  blind(rule.edge, edge_feature_names(options.features));
}

}  // namespace gnac::detail
