#include "page/trajectory.h"

#include "automaton/universal.h"
#include "graph/scale_free.h"
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
  if (model.rule.shape.form == RuleForm::universal) return universal_trajectory(model, team);
  return published_trajectory(model, team);
}

}  // namespace gnac::detail
