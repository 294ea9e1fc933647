#include "page/trajectory.h"

#include <utility>

#include "automaton/universal.h"
#include "graph/scale_free.h"
#include "model/distinct_cells.h"
#include "model/joined_cells.h"
#include "model/universal_rule.h"

namespace gnac::detail {
namespace {

Rollout universal_trajectory(const Model& model, Team& team) {
  const ScaleFree features = scale_free(model.graph, model.points, feature_set(model.rule), team);
  UniversalRun run(model.rule, model.graph, features, team);
  Rollout rollout;
  rollout.columns = model.rule.shape.hidden;
  for (int t = 0;; ++t) {
    if (keeps_step(t, model.rule.steps)) {
      rollout.step.push_back(t);
      rollout.states.push_back(run.hidden_states());
      rollout.conductance.push_back(run.conductances());
    }
    if (t == model.rule.steps) return rollout;
    run.step();
  }
}

/// Copies do what their cells do.
Rollout with_copies(DistinctCells distinct, Rollout cells) {
  Rollout rows = cells;
  for (std::size_t t = 0; t < cells.step.size(); ++t) {
    Model at_step = distinct.model;
    at_step.evolution.states = std::move(cells.states[t]);
    at_step.evolution.conductance = std::move(cells.conductance[t]);
    add_copies(at_step, distinct.cell_of);
    rows.states[t] = std::move(at_step.evolution.states);
    rows.conductance[t] = std::move(at_step.evolution.conductance);
  }
  return rows;
}

// Only z of rows [h | z], because the published readout uses z.
std::vector<float> domain_states(const std::vector<float>& rows, const RuleShape& shape) {
  const std::size_t hidden = static_cast<std::size_t>(shape.hidden);
  const std::size_t domain = static_cast<std::size_t>(shape.domain);
  std::vector<float> out;
  out.reserve(rows.size() / (hidden + domain) * domain);
  for (std::size_t at = hidden; at < rows.size(); at += hidden + domain) {
    out.insert(out.end(), rows.begin() + static_cast<std::ptrdiff_t>(at),
               rows.begin() + static_cast<std::ptrdiff_t>(at + domain));
  }
  return out;
}

Rollout published_trajectory(const Model& model, Team& team) {
  Rollout rollout;
  rollout.columns = model.rule.shape.domain;
  replay_published(model, team, [&](int t, const std::vector<float>& rows) {
    if (!keeps_step(t, model.evolution.steps)) return;
    rollout.step.push_back(t);
    rollout.states.push_back(domain_states(rows, model.rule.shape));
  });
  return rollout;
}

}  // namespace

Rollout page_trajectory(const Model& model, Team& team) {
  if (model.evolution.states.empty()) return {};
  if (model.rule.shape.form == RuleForm::universal) {
    auto distinct = distinct_cells(model);
    if (!distinct) return universal_trajectory(model, team);
    Rollout cells = universal_trajectory(distinct->model, team);
    return with_copies(std::move(*distinct), std::move(cells));
  }
  return published_trajectory(model, team);
}

}  // namespace gnac::detail
