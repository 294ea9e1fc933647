#include "pretrain/pretrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "automaton/adamw.h"
#include "automaton/draws.h"
#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "pretrain/batch.h"
#include "pretrain/checkpoint.h"
#include "support/files.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

using Clock = std::chrono::steady_clock;

// Problems are prepared for this many iterations at once, so that threads share them evenly.
constexpr int kAhead = 4;

Rule new_rule(const PretrainOptions& o, Team& team) {
  Rule rule;
  rule.shape = {.form = RuleForm::universal,
                .features = static_cast<int>(cell_feature_names(o.features).size()),
                .edge_features = static_cast<int>(edge_feature_names(o.features).size()),
                .hidden = o.hidden,
                .domain = 0,
                .seed_dim = 0,
                .width = o.width,
                .activation = o.activation,
                .sum = o.sum,
                .openness = o.openness};
  rule.update_scale = o.update_scale;
  rule.seed_scale = 0;
  rule.neighbors = o.neighbors;
  rule.steps = o.steps;
  rule.seed = o.seed;
  rule.feature_set = o.features == FeatureSet::coordinates ? "coordinates" : "graph";
  rule.values = initial_values(rule.shape, o.seed);
  standardise(rule, o, team);
  return rule;
}

// One cycle (Smith & Topin 2019, in the shape of PyTorch's OneCycleLR): up from 1/25 of the highest
// rate along a cosine, then down to 1/250000 of it.
double cycle_rate(const PretrainOptions& o, int iteration) {
  const double low = o.learning_rate / 25;
  const double last = low / 1e4;
  const double turn = std::max(1.0, o.warm_up * o.iterations) - 1;
  const auto cosine = [](double from, double to, double share) {
    return to + (from - to) / 2 * (1 + std::cos(std::numbers::pi * share));
  };
  if (iteration <= turn) {
    return turn > 0 ? cosine(low, o.learning_rate, iteration / turn) : o.learning_rate;
  }
  return cosine(o.learning_rate, last, (iteration - turn) / (o.iterations - 1 - turn));
}

int batch_steps(const PretrainOptions& o, int iteration) {
  const auto bits = philox(o.seed, Stream::pretrain, 1, static_cast<std::uint64_t>(iteration));
  const double place = unit_from_bits(bits[0], bits[1]);
  return o.steps - o.step_spread + static_cast<int>(place * (2 * o.step_spread + 1));
}

double train_batch(PretrainState& state, const Prepared& batch, const PretrainOptions& o,
                   Team& team) {
  const RuleShape& shape = state.rule.shape;
  const int steps = batch_steps(o, state.iteration);
  Automaton automaton(batch.cells, shape, o.update_scale, 0, true, team);
  Tape tape(batch.cells, shape, steps);
  std::vector<double> gradient(state.rule.values.size());
  const double loss =
      supervised_epoch(gradient, automaton, tape, state.rule.values, batch.targets, steps, team);
  if (!std::isfinite(loss)) {
    throw Error(fmt::format("pre-training diverged in iteration {}: lower the learning rate",
                            state.iteration + 1));
  }
  clip_norm(gradient, 1);
  adamw_step(state.optimiser, state.rule.values, gradient, cycle_rate(o, state.iteration),
             o.weight_decay);
  return loss;
}

/// The validation problems, in batches.
class Validation {
 public:
  Validation(const Rule& rule, const PretrainOptions& o, Team& team) {
    const auto problems = prepare(o.validation_seed, 0, o.validation, rule, o, team);
    for (int first = 0; first < o.validation; first += o.batch) {
      const int count = std::min(o.batch, o.validation - first);
      batches_.push_back(join(std::span(problems).subspan(first, count)));
      share_.push_back(static_cast<double>(count) / o.validation);
    }
  }

  double loss(const Rule& rule, Team& team) const {
    double total = 0;
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      const Cells& cells = batches_[b].cells;
      Automaton automaton(cells, rule.shape, rule.update_scale, 0, false, team);
      automaton.set_rule(rule.values);
      Buffer<float> state(cells.n * cells.row);
      Buffer<float> next(state.size());
      Buffer<float> alpha(cells.edge_count);
      automaton.initial_state(state.data());
      for (int t = 0; t < rule.steps; ++t) {
        automaton.conductance(alpha.data(), state.data());
        automaton.update(next.data(), state.data(), alpha.data());
        std::swap(state, next);
      }
      automaton.logits(alpha.data(), state.data());
      total += share_[b] * supervised_loss(nullptr, alpha.data(), batches_[b].targets, team);
    }
    return total;
  }

 private:
  std::vector<Prepared> batches_;
  std::vector<double> share_;
};

Rule best_rule(const PretrainState& state) {
  Rule rule = state.rule;
  rule.values = state.best;
  return rule;
}

void save(const PretrainState& state, const PretrainOptions& o, const PretrainFiles& files) {
  std::string rule;
  std::string log;
  const std::string checkpoint = checkpoint_bytes(state, o);
  std::vector<std::pair<std::string, std::string_view>> all;
  if (!files.rule.empty() && !state.records.empty()) {
    rule = rule_bytes(best_rule(state));
    all.emplace_back(files.rule, rule);
  }
  if (!files.log.empty()) {
    for (const PretrainRecord& r : state.records) log += record_line(r);
    all.emplace_back(files.log, log);
  }
  if (!files.checkpoint.empty()) all.emplace_back(files.checkpoint, checkpoint);
  write_files(all);
}

void look(PretrainState& state, const Validation& validation, const PretrainOptions& o,
          Team& team) {
  PretrainRecord record;
  const int before = state.records.empty() ? 0 : state.records.back().iteration;
  record.iteration = state.iteration;
  record.training_loss = state.loss_sum / (state.iteration - before);
  record.validation_loss = validation.loss(state.rule, team);
  record.learning_rate = cycle_rate(o, state.iteration - 1);
  record.seconds = state.seconds;
  state.loss_sum = 0;
  if (state.records.empty() || record.validation_loss < state.best_loss) {
    state.best = state.rule.values;
    state.best_loss = record.validation_loss;
  }
  state.records.push_back(record);
}

}  // namespace

std::string record_line(const PretrainRecord& r) {
  return fmt::format(
      R"({{"iteration":{},"training_loss":{:.6f},"validation_loss":{:.6f},"learning_rate":{:.3e},)"
      R"("seconds":{:.1f}}})"
      "\n",
      r.iteration, r.training_loss, r.validation_loss, r.learning_rate, r.seconds);
}

Pretrained pretrain(const PretrainOptions& o, const PretrainFiles& files, Team& team) {
  validate(o);
  Progress progress{Stage::train, 0, 0, o.iterations, 0};
  team.report(progress);
  PretrainState state;
  if (auto resumed = read_checkpoint(files.checkpoint, o)) {
    PretrainOptions skip = o;
    skip.standardisation = 1;  // the constants are those of the checkpoint
    state = std::move(*resumed);
    Rule rule = new_rule(skip, team);
    rule.cell = state.rule.cell;
    rule.edge = state.rule.edge;
    if (rule.values.size() != state.rule.values.size()) {
      throw Error("the checkpoint " + files.checkpoint + " is damaged; remove it to start over");
    }
    rule.values = std::move(state.rule.values);
    state.rule = std::move(rule);
  } else {
    state.rule = new_rule(o, team);
    state.optimiser = AdamW(state.rule.values.size());
  }
  const int resumed_at = state.iteration;
  const double seconds_before = state.seconds;
  const auto start = Clock::now();
  const Validation validation(state.rule, o, team);
  std::vector<Prepared> ahead;
  std::size_t used = 0;
  while (state.iteration < o.iterations) {
    if (used == ahead.size()) {
      const int iterations = std::min(kAhead, o.iterations - state.iteration);
      ahead = prepare(o.seed, static_cast<std::uint64_t>(state.iteration) * o.batch,
                      iterations * o.batch, state.rule, o, team);
      used = 0;
    }
    const Prepared batch = join(std::span(ahead).subspan(used, o.batch));
    used += o.batch;
    const double loss = train_batch(state, batch, o, team);
    state.loss_sum += loss;
    ++state.iteration;
    state.seconds = seconds_before + std::chrono::duration<double>(Clock::now() - start).count();
    progress.epoch = state.iteration;
    progress.loss = loss;
    progress.fraction =
        static_cast<double>(state.iteration - resumed_at) / (o.iterations - resumed_at);
    const bool last = state.iteration == o.iterations;
    if (last || state.iteration % o.validate_every == 0) {
      look(state, validation, o, team);
      save(state, o, files);
    } else if (state.iteration % files.checkpoint_every == 0 && !files.checkpoint.empty()) {
      save(state, o, files);
    }
    team.report(progress);
  }
  return {best_rule(state), state.records};
}

}  // namespace gnac::detail
