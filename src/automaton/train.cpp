#include "automaton/train.h"

#include <cmath>
#include <limits>
#include <string>

#include "automaton/adamw.h"
#include "automaton/draws.h"
#include "automaton/epoch.h"
#include "gnac/error.h"

namespace gnac::detail {

RuleShape published_shape(const Options& options, std::int64_t features) {
  return {.features = static_cast<int>(features),
          .hidden = options.hidden,
          .domain = options.domain,
          .seed_dim = options.seed_dim,
          .width = options.width,
          .activation = options.activation};
}

double training_bytes(const Options& options, std::int64_t n, std::int64_t d, std::int64_t edges) {
  const RuleShape shape = published_shape(options, d);
  return Automaton::bytes(shape, n, edges, Keeps::adjoint) +
         Tape::bytes(shape, n, edges, options.rollout);
}

Rule initial_rule(const Options& options, std::int64_t features) {
  Rule rule;
  rule.shape = published_shape(options, features);
  rule.update_scale = options.update_scale;
  rule.seed_scale = options.seed_scale;
  rule.neighbors = options.neighbors;
  rule.seed = options.seed;
  rule.values = initial_values(rule.shape, options.seed);
  return rule;
}

Training train_rule(Rule& rule, const Cells& cells, const Graph& graph, const Options& options,
                    Team& team) {
  Progress progress{Stage::train, 0, 0, options.epochs, 0};
  team.report(progress);
  Training training;
  Automaton automaton(cells, rule.shape, options.update_scale, options.seed_scale, Keeps::adjoint,
                      team);
  Tape tape(cells, rule.shape, options.rollout);
  const PairSampler sampler(graph);
  training.no_pairs = sampler.none();

  std::vector<float> values = rule.values;
  std::vector<double> gradient(values.size());
  AdamW optimiser(values.size());
  Buffer<float> xi(cells.n * options.seed_dim);
  double lowest = std::numeric_limits<double>::infinity();
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    const auto part = static_cast<std::uint32_t>(epoch);
    draw_seeds(xi.data(), cells.user, options.seed_dim, options.seed, Stream::cell_seeds, part,
               team);
    std::vector<Edge> pairs = sampler.sample(options.pairs, options.seed, part);
    for (Edge& p : pairs) p = {cells.cell[p.i], cells.cell[p.j]};

    const LossTerms loss =
        training_epoch(gradient, automaton, tape, values, {xi.data(), pairs}, options);
    if (!std::isfinite(loss.total)) {
      throw Error(
          "training diverged in epoch " + std::to_string(epoch) +
          ": the loss is not finite; scale the points to unit variance or lower learning_rate");
    }
    training.history.push_back(loss);
    if (epoch > options.burn_in && loss.total < lowest) {
      lowest = loss.total;
      training.best_epoch = epoch;
      rule.values = values;
    }
    clip_norm(gradient, options.clip);
    adamw_step(optimiser, values, gradient, options.learning_rate, options.weight_decay);

    progress.epoch = epoch;
    progress.loss = loss.total;
    progress.fraction = static_cast<double>(epoch) / options.epochs;
    team.report(progress);
  }
  return training;
}

}  // namespace gnac::detail
