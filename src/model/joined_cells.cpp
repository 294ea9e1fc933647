#include "model/joined_cells.h"

#include <algorithm>
#include <utility>

#include "automaton/automaton.h"
#include "automaton/draws.h"
#include "automaton/universal.h"

namespace gnac::detail {
namespace {

/// A rule of the published form running on cells, one step at a time. A state is [h | z].
class Runner {
 public:
  Runner(const Rule& rule, const Cells& cells, Team& team)
      : cells_(cells),
        automaton_(cells, rule.shape, rule.update_scale, rule.seed_scale, Keeps::shares, team),
        state_(cells.n * cells.row),
        next_(cells.n * cells.row),
        alpha_(cells.edge_count) {
    automaton_.set_rule(rule.values);
  }

  void start(const Buffer<float>& xi) { automaton_.initial_state(state_.data(), xi.data()); }

  void step() {
    automaton_.conductance(alpha_.data(), state_.data());
    automaton_.update(next_.data(), state_.data(), alpha_.data());
    std::swap(state_, next_);
  }

  float* state(std::int64_t node) {
    return state_.data() + std::int64_t{cells_.cell[node]} * cells_.row;
  }

 private:
  const Cells& cells_;
  Automaton automaton_;
  Buffer<float> state_;
  Buffer<float> next_;
  Buffer<float> alpha_;
};

/// Where host h of an attachment was at step t.
const float* host_state(const Trajectory& fitted, const Attachment& attachment, int t,
                        std::int64_t h) {
  return fitted.steps[t].data() + std::int64_t{attachment.hosts[h]} * fitted.columns;
}

}  // namespace

void replay_published(const Model& model, Team& team,
                      const std::function<void(int, const std::vector<float>&)>& fn) {
  const Rule& rule = model.rule;
  const Cells cells = lay_out(model.graph, model.points, rule.shape, team);
  Runner runner(rule, cells, team);
  Buffer<float> xi(cells.n * rule.shape.seed_dim);
  draw_seeds(xi.data(), cells.user, rule.shape.seed_dim, model.options.seed, Stream::inference, 0,
             team);
  runner.start(xi);
  const std::int64_t columns = cells.hidden + cells.domain;
  std::vector<float> states(static_cast<std::size_t>(cells.n * columns));
  for (int t = 0; t <= model.evolution.steps; ++t) {
    if (t > 0) runner.step();
    for (std::int64_t v = 0; v < cells.n; ++v)
      std::copy_n(runner.state(v), columns, states.begin() + v * columns);
    fn(t, states);
  }
}

std::vector<float> join_published(const Model& model, const Trajectory& fitted,
                                  const Attachment& attachment, Team& team) {
  const Rule& rule = model.rule;
  const Cells cells = lay_out(attachment.graph, attachment.points, rule.shape, team);
  Runner joined(rule, cells, team);
  joined.start(Buffer<float>(cells.n * rule.shape.seed_dim, 0.0f));
  const std::int64_t hosts = std::ssize(attachment.hosts);
  for (int t = 0; t <= model.evolution.steps; ++t) {
    if (t > 0) joined.step();
    for (std::int64_t h = 0; h < hosts; ++h)
      std::copy_n(host_state(fitted, attachment, t, h), fitted.columns, joined.state(h));
  }
  std::vector<float> domain;
  for (std::int64_t node = hosts; node < attachment.graph.nodes; ++node) {
    const float* z = joined.state(node) + cells.hidden;
    domain.insert(domain.end(), z, z + rule.shape.domain);
  }
  return domain;
}

JoinedCells join_universal(const Model& model, const Trajectory& fitted,
                           const Attachment& attachment, const ScaleFree& features, Team& team) {
  UniversalRun joined(model.rule, attachment.graph, features, team);
  joined.start();
  const std::int64_t hosts = std::ssize(attachment.hosts);
  for (int t = 0; t <= model.rule.steps; ++t) {
    if (t > 0) joined.step();
    for (std::int64_t h = 0; h < hosts; ++h) {
      std::copy_n(host_state(fitted, attachment, t, h), fitted.columns, joined.hidden(h).begin());
    }
  }
  JoinedCells out;
  out.conductance = joined.conductances();
  for (std::int64_t node = hosts; node < attachment.graph.nodes; ++node) {
    const auto h = joined.hidden(node);
    out.states.insert(out.states.end(), h.begin(), h.end());
  }
  return out;
}

}  // namespace gnac::detail
