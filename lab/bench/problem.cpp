#include "bench/problem.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "automaton/draws.h"
#include "automaton/train.h"
#include "samples/generators.h"
#include "support/random.h"

namespace gnac::bench {

Points mixture(std::int64_t n) {
  SampleOptions options;
  options.n = n;
  options.d = kDimensions;
  options.clusters = kClusters;
  return generate("gaussian-mixture", options).points;
}

Points cloud(std::int64_t n, int intrinsic) {
  // Column c: the cosine basis vector number c + 1 of 16 values; for 16 columns, the unit vectors.
  std::vector<double> map(static_cast<std::size_t>(kDimensions) * intrinsic);
  for (int r = 0; r < kDimensions; ++r) {
    for (int c = 0; c < intrinsic; ++c) {
      const double cosine = std::cos(std::numbers::pi * (r + 0.5) * (c + 1) / kDimensions);
      map[r * intrinsic + c] =
          intrinsic == kDimensions ? (r == c ? 1.0 : 0.0) : cosine * std::sqrt(2.0 / kDimensions);
    }
  }
  Points points{std::vector<double>(n * kDimensions), n, kDimensions};
  Draws draws(7, Stream::study);
  std::vector<double> inner(intrinsic);
  for (std::int64_t i = 0; i < n; ++i) {
    for (double& v : inner) v = draws.normal();
    for (int r = 0; r < kDimensions; ++r) {
      const double* row = map.data() + r * intrinsic;
      points.values[i * kDimensions + r] = std::inner_product(inner.begin(), inner.end(), row, 0.0);
    }
  }
  return points;
}

Epoch::Epoch(const Points& points, const Graph& graph, const Options& use, Team& with)
    : options(use),
      team(with),
      shape(published_shape(use, points.d)),
      cells(lay_out(graph, points, shape, with)),
      automaton(cells, shape, use.update_scale, use.seed_scale, Keeps::adjoint, with),
      tape(cells, shape, use.rollout),
      values(initial_values(shape, use.seed)),
      gradient(values.size()),
      xi(cells.n * use.seed_dim),
      pairs(PairSampler(graph).sample(use.pairs, use.seed, 1)) {
  draw_seeds(xi.data(), cells.user, use.seed_dim, use.seed, Stream::cell_seeds, 1, with);
  for (Edge& p : pairs) p = {cells.cell[p.i], cells.cell[p.j]};
}

void Epoch::run() {
  training_epoch(gradient, automaton, tape, values, {xi.data(), pairs}, options);
}

TimedTraining timed_training(PointsView points, const Graph& graph, const Options& options,
                             Clock clock) {
  TimedTraining timed;
  int seen = 0;
  double last = 0;
  Team team(options.threads, [&](const Progress& progress) {
    if (progress.epoch == seen) return true;  // a heartbeat
    const double moment = now(clock);
    if (seen > 0) timed.epoch_seconds.push_back(moment - last);
    last = moment;
    seen = progress.epoch;
    return true;
  });
  timed.rule = initial_rule(options, points.d);
  train_rule(timed.rule, lay_out(graph, points, timed.rule.shape, team), graph, options, team);
  return timed;
}

}  // namespace gnac::bench
