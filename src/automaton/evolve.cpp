#include "automaton/evolve.h"

#include <cmath>
#include <limits>
#include <utility>

#include "automaton/automaton.h"
#include "automaton/draws.h"
#include "support/ranking.h"

namespace gnac::detail {
namespace {

// ‖z_i - z_j‖ of every undirected edge, in the user's order of edges.
std::vector<double> edge_distances(const float* state, const Cells& cells, Team& team) {
  std::vector<double> distance(cells.edge_count);
  team.for_blocks(cells.edge_count, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      const float* zi =
          state + static_cast<std::int64_t>(cells.first[e]) * cells.row + cells.hidden;
      const float* zj =
          state + static_cast<std::int64_t>(cells.second[e]) * cells.row + cells.hidden;
      double square = 0;
      for (int c = 0; c < cells.domain; ++c) {
        const double diff = static_cast<double>(zi[c]) - zj[c];
        square += diff * diff;
      }
      distance[cells.user_edge[e]] = std::sqrt(square);
    }
  });
  return distance;
}

}  // namespace

double evolution_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges) {
  const double states = 2.0 * 4 * static_cast<double>(n) * padded(shape.hidden + shape.domain);
  return Automaton::bytes(shape, n, edges, Keeps::shares) + states +
         4.0 * 8 * static_cast<double>(edges);
}

Evolution evolve_rule(const Rule& rule, const Cells& cells, const Options& options, Team& team) {
  team.report({Stage::evolve, 0, 0, 0, 0});
  Automaton automaton(cells, rule.shape, rule.update_scale, rule.seed_scale, Keeps::shares, team);
  automaton.set_rule(rule.values);
  Buffer<float> xi(cells.n * rule.shape.seed_dim);
  draw_seeds(xi.data(), cells.user, rule.shape.seed_dim, options.seed, Stream::inference, 0, team);
  Buffer<float> state(cells.n * cells.row);
  Buffer<float> next(cells.n * cells.row);
  Buffer<float> alpha(cells.edge_count);
  automaton.initial_state(state.data(), xi.data());

  Evolution evolution;
  int step = 0;
  for (int checkpoint = 2; step < options.max_steps && !evolution.stable; checkpoint *= 2) {
    const int until = std::min(checkpoint, options.max_steps);
    for (; step < until; ++step) {
      automaton.conductance(alpha.data(), state.data());
      automaton.update(next.data(), state.data(), alpha.data());
      std::swap(state, next);
      team.advance(static_cast<double>(step + 1) / options.max_steps);
    }
    std::vector<double> distance = edge_distances(state.data(), cells, team);
    double correlation = std::numeric_limits<double>::quiet_NaN();
    if (!evolution.checkpoints.empty()) {
      correlation = spearman(evolution.edge_distance, distance, team);
      evolution.stable = correlation >= options.stop_correlation;
    }
    evolution.checkpoints.push_back({step, correlation});
    evolution.edge_distance = std::move(distance);
  }
  evolution.steps = step;

  automaton.conductance(alpha.data(), state.data());
  evolution.conductance.resize(cells.edge_count);
  for (std::int64_t e = 0; e < cells.edge_count; ++e)
    evolution.conductance[cells.user_edge[e]] = alpha[e];
  evolution.states.resize(cells.n * cells.domain);
  for (std::int64_t v = 0; v < cells.n; ++v) {
    const float* z = state.data() + v * cells.row + cells.hidden;
    std::copy(z, z + cells.domain,
              evolution.states.begin() + cells.user[v] * static_cast<std::int64_t>(cells.domain));
  }
  return evolution;
}

}  // namespace gnac::detail
