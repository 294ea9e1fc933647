#include "methods/predict/join.h"

#include <algorithm>

#include "automaton/automaton.h"
#include "automaton/draws.h"

namespace gnac {
namespace {

/// A rule running on a graph, one step at a time.
class Runner {
 public:
  Runner(const Rule& rule, PointsView points, const Graph& graph, Team& team)
      : cells_(lay_out(graph, points, rule.shape, team)),
        automaton_(cells_, rule.shape, rule.update_scale, rule.seed_scale, false, team),
        state_(cells_.n * cells_.row),
        next_(cells_.n * cells_.row),
        alpha_(cells_.edge_count),
        xi_(cells_.n * rule.shape.seed_dim) {
    automaton_.set_rule(rule.values);
    std::fill(xi_.begin(), xi_.end(), 0.0f);
  }

  void draw(const Rule& rule, std::uint64_t seed, Team& team) {
    draw_seeds(xi_.data(), cells_.user, rule.shape.seed_dim, seed, Stream::inference, 0, team);
  }

  void start() { automaton_.initial_state(state_.data(), xi_.data()); }

  void step() {
    automaton_.conductance(alpha_.data(), state_.data());
    automaton_.update(next_.data(), state_.data(), alpha_.data());
    std::swap(state_, next_);
  }

  /// The state of a cell by the caller's number of it.
  float* state(std::int64_t node) {
    return state_.data() + static_cast<std::int64_t>(cells_.cell[node]) * cells_.row;
  }

  const Cells& cells() const { return cells_; }

 private:
  Cells cells_;
  Automaton automaton_;
  Buffer<float> state_;
  Buffer<float> next_;
  Buffer<float> alpha_;
  Buffer<float> xi_;
};

}  // namespace

std::vector<float> evolve_joined(const Rule& rule, PointsView fitted, const Graph& graph,
                                 const Attachment& attachment, int steps, const Options& options,
                                 Team& team) {
  Runner known(rule, fitted, graph, team);
  Runner joined(rule, attachment.points, attachment.graph, team);
  known.draw(rule, options.seed, team);
  known.start();
  joined.start();
  const std::int64_t hosts = std::ssize(attachment.hosts);
  const auto follow = [&] {
    for (std::int64_t h = 0; h < hosts; ++h) {
      const float* from = known.state(attachment.hosts[h]);
      std::copy(from, from + known.cells().row, joined.state(h));
    }
  };
  follow();
  for (int step = 0; step < steps; ++step) {
    joined.step();
    known.step();
    follow();
    team.advance(static_cast<double>(step + 1) / steps);
  }
  const int domain = rule.shape.domain;
  std::vector<float> out;
  for (std::int64_t node = hosts; node < attachment.graph.nodes; ++node) {
    const float* z = joined.state(node) + joined.cells().hidden;
    out.insert(out.end(), z, z + domain);
  }
  return out;
}

}  // namespace gnac
