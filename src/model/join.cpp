#include "model/join.h"

#include <algorithm>
#include <utility>

#include "automaton/automaton.h"
#include "automaton/draws.h"
#include "automaton/evolve.h"
#include "support/memory.h"

namespace gnac {
namespace {

/// A rule running on cells, one step at a time.
class Runner {
 public:
  Runner(const Rule& rule, const Cells& cells, Team& team)
      : automaton_(cells, rule.shape, rule.update_scale, rule.seed_scale, false, team),
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

  float* state() { return state_.data(); }

 private:
  Automaton automaton_;
  Buffer<float> state_;
  Buffer<float> next_;
  Buffer<float> alpha_;
};

double kept_bytes(const Model& model, const Cells& cells) {
  return 4.0 * (model.evolution.steps + 1) * static_cast<double>(cells.n) * cells.row;
}

}  // namespace

Replay::Replay(const Model& model, Team& team)
    : model_(model), cells_(lay_out(model.graph, model.points, model.rule.shape, team)) {
  const double evolving =
      evolution_bytes(model.rule.shape, cells_.n, std::ssize(model.graph.edges));
  const double limit = memory_limit(model.options.memory_limit_gib);
  if (limit > 0 && kept_bytes(model, cells_) + evolving > limit / 2) return;
  const std::int64_t size = cells_.n * cells_.row;
  kept_.resize((model.evolution.steps + 1) * size);
  evolve(team, [&](int t, const float* state) {
    std::copy(state, state + size, kept_.begin() + t * size);
  });
}

void Replay::evolve(Team& team, const std::function<void(int, const float*)>& fn) const {
  const Rule& rule = model_.rule;
  Runner runner(rule, cells_, team);
  Buffer<float> xi(cells_.n * rule.shape.seed_dim);
  draw_seeds(xi.data(), cells_.user, rule.shape.seed_dim, model_.options.seed, Stream::inference, 0,
             team);
  runner.start(xi);
  fn(0, runner.state());
  for (int t = 1; t <= model_.evolution.steps; ++t) {
    runner.step();
    fn(t, runner.state());
  }
}

void Replay::for_steps(Team& team, const std::function<void(int, const float*)>& fn) const {
  if (kept_.empty()) {
    evolve(team, fn);
    return;
  }
  const std::int64_t size = cells_.n * cells_.row;
  for (int t = 0; t <= model_.evolution.steps; ++t) fn(t, kept_.data() + t * size);
}

std::vector<float> evolve_joined(const Model& model, const Replay& replay,
                                 const Attachment& attachment, Team& team) {
  const Rule& rule = model.rule;
  const Cells cells = lay_out(attachment.graph, attachment.points, rule.shape, team);
  const auto row = [&](std::int64_t node) { return std::int64_t{cells.cell[node]} * cells.row; };
  Runner joined(rule, cells, team);
  const Buffer<float> no_seed(cells.n * rule.shape.seed_dim, 0.0f);
  const std::int64_t hosts = std::ssize(attachment.hosts);
  replay.for_steps(team, [&](int t, const float* fitted) {
    if (t == 0) {
      joined.start(no_seed);
    } else {
      joined.step();
    }
    for (std::int64_t h = 0; h < hosts; ++h) {
      const std::int64_t from = std::int64_t{replay.cells().cell[attachment.hosts[h]]} * cells.row;
      std::copy_n(fitted + from, cells.row, joined.state() + row(h));
    }
    team.advance(static_cast<double>(t) / std::max(1, model.evolution.steps));
  });
  std::vector<float> domain;
  for (std::int64_t node = hosts; node < attachment.graph.nodes; ++node) {
    const float* z = joined.state() + row(node) + cells.hidden;
    domain.insert(domain.end(), z, z + rule.shape.domain);
  }
  return domain;
}

}  // namespace gnac
