#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "automaton/draws.h"
#include "automaton/epoch.h"
#include "automaton/evolve.h"
#include "automaton/train.h"
#include "gnac/graph.h"
#include "support/random.h"
#include "twins/twin.h"

namespace gnac::detail::testing {

/// A small training problem: points with their graph, a rule, seeds and pairs.
struct Case {
  Points points;
  Graph graph;
  Options options = Options::paper();
  RuleShape shape;
  std::vector<float> values;
  std::vector<double> xi;  ///< user order
  std::vector<Edge> pairs;
};

inline Case make_case(std::int64_t n, std::int64_t d, const Options& options) {
  Case c;
  c.options = options;
  Draws draws(options.seed, Stream::generator);
  c.points = {std::vector<double>(n * d), n, d};
  // Values that a float holds, so that twin and engine see the same points.
  for (double& v : c.points.values) v = static_cast<float>(draws.normal());
  c.graph = build_graph(c.points, options);
  c.shape = {.features = static_cast<int>(d),
             .hidden = options.hidden,
             .domain = options.domain,
             .seed_dim = options.seed_dim,
             .width = options.width,
             .activation = options.activation};
  c.values = initial_values(c.shape, options.seed);
  c.xi.resize(n * options.seed_dim);
  for (double& v : c.xi) v = static_cast<float>(draws.normal());
  c.pairs = PairSampler(c.graph).sample(options.pairs, options.seed, 1);
  return c;
}

/// A trained rule.
struct Trained : Training {
  Rule rule;
};

inline Trained train(PointsView points, const Graph& graph, const Options& options,
                     const Observer& observer = {}) {
  Team team(options.threads, observer, Team::Size::exact);
  Trained out;
  out.rule = initial_rule(options, points.d);
  const Cells cells = lay_out(graph, points, out.rule.shape, team);
  static_cast<Training&>(out) = train_rule(out.rule, cells, graph, options, team);
  return out;
}

inline Evolution evolve(const Rule& rule, PointsView points, const Graph& graph,
                        const Options& options) {
  Team team(options.threads, {}, Team::Size::exact);
  return evolve_rule(rule, lay_out(graph, points, rule.shape, team), options, team);
}

inline std::vector<double> as_double(std::span<const float> values) {
  return {values.begin(), values.end()};
}

inline TwinEpoch run_twin(const Case& c, std::span<const double> values,
                          const TwinEpoch* detached = nullptr) {
  return twin_epoch(c.shape, values, c.graph, c.points, c.xi, c.pairs, c.options, detached);
}

struct EngineEpoch {
  LossTerms loss;
  std::vector<double> gradient;
  std::vector<TwinState> states;           ///< in the user's order
  std::vector<std::vector<double>> alpha;  ///< per undirected edge of the graph
};

inline TwinState user_state(const float* state, const Cells& cells) {
  TwinState s{std::vector<double>(cells.n * cells.hidden),
              std::vector<double>(cells.n * cells.domain)};
  for (std::int64_t v = 0; v < cells.n; ++v) {
    const float* row = state + v * cells.row;
    std::copy(row, row + cells.hidden, s.h.begin() + cells.user[v] * std::int64_t{cells.hidden});
    std::copy(row + cells.hidden, row + cells.hidden + cells.domain,
              s.z.begin() + cells.user[v] * std::int64_t{cells.domain});
  }
  return s;
}

inline EngineEpoch run_engine(const Case& c, std::span<const float> values, Team& team) {
  const Cells cells = lay_out(c.graph, c.points, c.shape, team);
  Automaton automaton(cells, c.shape, c.options.update_scale, c.options.seed_scale, Keeps::adjoint,
                      team);
  Tape tape(cells, c.shape, c.options.rollout);
  std::vector<float> xi(c.xi.size());
  for (std::int64_t v = 0; v < cells.n; ++v) {
    for (int q = 0; q < c.shape.seed_dim; ++q) {
      xi[v * c.shape.seed_dim + q] = static_cast<float>(c.xi[cells.user[v] * c.shape.seed_dim + q]);
    }
  }
  std::vector<Edge> pairs = c.pairs;
  for (Edge& p : pairs) p = {cells.cell[p.i], cells.cell[p.j]};
  EngineEpoch epoch;
  epoch.gradient.resize(values.size());
  epoch.loss =
      training_epoch(epoch.gradient, automaton, tape, values, {xi.data(), pairs}, c.options);
  for (int t = 0; t <= c.options.rollout; ++t)
    epoch.states.push_back(user_state(tape.state(t), cells));
  Buffer<float> alpha(cells.edge_count);
  for (int t = 0; t < c.options.rollout; ++t) {
    automaton.conductance(alpha.data(), tape.state(t));
    epoch.alpha.emplace_back(cells.edge_count);
    for (std::int64_t e = 0; e < cells.edge_count; ++e)
      epoch.alpha.back()[cells.user_edge[e]] = alpha[e];
  }
  return epoch;
}

/// The gradient of `loss` with respect to one tensor of `values`, by central differences.
template <class Loss>
std::vector<double> central_differences(const std::vector<double>& values, const Tensor& tensor,
                                        Loss&& loss) {
  constexpr double kStep = 4e-6;
  std::vector<double> numeric(tensor.size());
  for (std::size_t p = 0; p < tensor.size(); ++p) {
    auto plus = values;
    auto minus = values;
    plus[tensor.offset + p] += kStep;
    minus[tensor.offset + p] -= kStep;
    numeric[p] = (loss(plus) - loss(minus)) / (2 * kStep);
  }
  return numeric;
}

/// ‖a - b‖ / ‖b‖ over a tensor; tensors whose reference is (nearly) zero have an absolute bound.
inline double relative_error(std::span<const double> a, std::span<const double> b,
                             double floor = 1e-7) {
  double diff = 0;
  double norm = 0;
  for (std::size_t p = 0; p < b.size(); ++p) {
    diff += (a[p] - b[p]) * (a[p] - b[p]);
    norm += b[p] * b[p];
  }
  return std::sqrt(diff) / std::max(std::sqrt(norm), floor);
}

}  // namespace gnac::detail::testing
