#include "automaton/universal.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

void check_fits(const Rule& rule, const Graph& graph, const ScaleFree& features) {
  const RuleShape& shape = rule.shape;
  if (shape.form != RuleForm::universal) {
    throw Error("a rule in the published form cannot be used here: it sees coordinates");
  }
  const auto cells = static_cast<std::size_t>(graph.nodes);
  if (features.cell.size() != cells * static_cast<std::size_t>(shape.features) ||
      features.edge.size() != graph.edges.size() * static_cast<std::size_t>(shape.edge_features)) {
    throw Error("the rule sees " + std::to_string(shape.features) + " features of a cell and " +
                std::to_string(shape.edge_features) +
                " of an edge, but this graph has others; use a rule that was made for its "
                "feature set");
  }
}

Cells checked_layout(const Rule& rule, const Graph& graph, ScaleFree features, Team& team,
                     std::span<const char> late) {
  check_fits(rule, graph, features);
  return lay_out(graph, std::move(features.cell), std::move(features.edge), rule, team, late);
}

}  // namespace

UniversalRun::UniversalRun(const Rule& rule, const Graph& graph, ScaleFree features, Team& team,
                           std::span<const char> late)
    : UniversalRun(rule, checked_layout(rule, graph, std::move(features), team, late),
                   late.empty() ? Keeps::shares : Keeps::nothing, team) {}

UniversalRun::UniversalRun(const Rule& rule, Cells cells, Keeps keeps, Team& team)
    : cells_(std::move(cells)),
      automaton_(cells_, rule.shape, rule.update_scale, 0, keeps, team),
      state_(cells_.n * cells_.row),
      next_(cells_.n * cells_.row),
      alpha_(cells_.edge_count) {
  automaton_.set_rule(rule.values);
  start();
}

void UniversalRun::start() {
  automaton_.initial_state(state_.data());
  // Nobody else writes the zeros that pad the rows of late cells.
  const std::int64_t late = (cells_.n - cells_.late_cells) * cells_.row;
  std::copy(state_.begin() + late, state_.end(), next_.begin() + late);
}

void UniversalRun::step() {
  automaton_.conductance(alpha_.data(), state_.data());
  update();
}

void UniversalRun::on_time_edges() {
  automaton_.conductance(alpha_.data(), state_.data(), Automaton::Edges::on_time);
}

void UniversalRun::late_edges() {
  automaton_.conductance(alpha_.data(), state_.data(), Automaton::Edges::late);
}

void UniversalRun::update() {
  automaton_.update(next_.data(), state_.data(), alpha_.data());
  std::swap(state_, next_);
}

std::span<float> UniversalRun::hidden(std::int64_t node) {
  return {state_.data() + static_cast<std::int64_t>(cells_.cell[node]) * cells_.row,
          static_cast<std::size_t>(cells_.hidden)};
}

std::vector<float> UniversalRun::hidden_states() const {
  std::vector<float> out(cells_.n * cells_.hidden);
  for (std::int64_t v = 0; v < cells_.n; ++v) {
    const float* from = state_.data() + v * cells_.row;
    std::copy(from, from + cells_.hidden,
              out.begin() + static_cast<std::int64_t>(cells_.user[v]) * cells_.hidden);
  }
  return out;
}

std::vector<float> UniversalRun::in_user_order(const Buffer<float>& values) const {
  std::vector<float> out(values.size());
  for (std::int64_t e = 0; e < cells_.edge_count; ++e) out[cells_.user_edge[e]] = values[e];
  return out;
}

std::vector<float> UniversalRun::conductances() {
  automaton_.conductance(alpha_.data(), state_.data());
  return in_user_order(alpha_);
}

std::vector<float> UniversalRun::logits() {
  automaton_.logits(alpha_.data(), state_.data());
  return in_user_order(alpha_);
}

UniversalEvolution evolve_universal(const Rule& rule, const Graph& graph, const ScaleFree& features,
                                    Team& team, bool record_states) {
  team.report({Stage::evolve, 0, 0, 0, 0});
  UniversalRun run(rule, graph, features, team);
  UniversalEvolution evolution;
  if (record_states) evolution.hidden.push_back(run.hidden_states());
  for (int t = 0; t < rule.steps; ++t) {
    run.step();
    if (record_states) evolution.hidden.push_back(run.hidden_states());
    team.advance(static_cast<double>(t + 1) / rule.steps);
  }
  evolution.logit = run.logits();
  evolution.conductance.resize(evolution.logit.size());
  kernels().sigmoid(evolution.conductance.data(), evolution.logit.data(),
                    static_cast<int>(evolution.logit.size()));
  return evolution;
}

double universal_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, Keeps keeps) {
  const double states = 2.0 * 4 * static_cast<double>(n) * padded(shape.hidden);
  return Automaton::bytes(shape, n, edges, keeps) + states + 3.0 * 4 * static_cast<double>(edges);
}

}  // namespace gnac::detail
