#include "pretrain/pretrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

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

/// The values and the standardisation of the rule in a file.
Rule continue_from(Rule rule, const std::string& file) {
  Rule start = read_rule(file);
  if (!(start.shape == rule.shape) || start.feature_set != rule.feature_set)
    throw Error("the rule " + file +
                " has another shape than the one to train; give the same "
                "features, sizes and activation");
  rule.values = std::move(start.values);
  rule.cell = std::move(start.cell);
  rule.edge = std::move(start.edge);
  return rule;
}

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
  if (!o.start.empty()) return continue_from(std::move(rule), o.start);
  rule.values = initial_values(rule.shape, o.seed);
  standardise(rule, o, team);
  hide_features(rule, o);
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

double validation_loss(const std::vector<Prepared>& problems, const Rule& rule, Team& team) {
  std::vector<double> loss(problems.size());
  team.for_each(std::ssize(problems),
                [&](std::int64_t p) { loss[p] = loss_of(problems[p], rule); });
  return std::accumulate(loss.begin(), loss.end(), 0.0) / static_cast<double>(loss.size());
}

std::vector<Prepared> prepare_all(std::uint64_t seed, std::uint64_t first, int count,
                                  const Rule& rule, const PretrainOptions& o, Team& team) {
  std::vector<Prepared> problems(static_cast<std::size_t>(count));
  team.for_each(count, [&](std::int64_t p) {
    problems[p] = prepare(seed, first + static_cast<std::uint64_t>(p), rule, o);
  });
  return problems;
}

// Learns from a batch, then puts the next in its place. Each problem is one thread's work, the
// largest first; a thread that finds none left prepares the next batch. Every thread has a tape.
Lesson learn_batch(std::vector<Prepared>& batch, PretrainState& state, std::vector<Tape>& tapes,
                   const PretrainOptions& o, Team& team) {
  std::vector<std::size_t> order(batch.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return batch[a].cells.edge_count > batch[b].cells.edge_count;
  });
  const int steps = batch_steps(o, state.iteration);
  const bool last = state.iteration + 1 == o.iterations;
  const std::uint64_t first = (static_cast<std::uint64_t>(state.iteration) + 1) * batch.size();
  std::vector<Lesson> lessons(batch.size());
  std::vector<Prepared> next(last ? 0 : batch.size());
  team.for_each(std::ssize(lessons) + std::ssize(next), [&](std::int64_t item, int thread) {
    if (item < std::ssize(order)) {
      lessons[order[item]] = learn(batch[order[item]], state.rule, steps, tapes[thread]);
    } else {
      const auto p = static_cast<std::size_t>(item) - order.size();
      next[p] = prepare(o.seed, first + p, state.rule, o);
    }
  });
  for (const Prepared& problem : batch) {
    const auto edges = static_cast<double>(problem.cells.edge_count);
    state.work.points += static_cast<double>(problem.cells.n);
    state.work.edges += edges;
    state.work.edge_steps += edges * (steps + 1);
  }
  batch = std::move(next);
  return mean(lessons);
}

void improve(PretrainState& state, Lesson& lesson, const PretrainOptions& o) {
  if (!std::isfinite(lesson.loss)) {
    throw Error(fmt::format("pre-training diverged in iteration {}; lower the learning rate",
                            state.iteration + 1));
  }
  clip_norm(lesson.gradient, 1);
  adamw_step(state.optimiser, state.rule.values, lesson.gradient, cycle_rate(o, state.iteration),
             o.weight_decay);
  state.loss_sum += lesson.loss;
  ++state.iteration;
}

void save(const PretrainState& state, const PretrainOptions& o, const PretrainFiles& files) {
  std::string rule;
  std::string log;
  const std::string checkpoint = checkpoint_bytes(state, o);
  std::vector<std::pair<std::string, std::string_view>> all;
  if (!files.rule.empty()) {
    rule = rule_bytes(state.rule);
    all.emplace_back(files.rule, rule);
  }
  if (!files.log.empty()) {
    for (const PretrainRecord& r : state.records) log += record_line(r);
    all.emplace_back(files.log, log);
  }
  if (!files.checkpoint.empty()) all.emplace_back(files.checkpoint, checkpoint);
  write_files(all);
}

void look(PretrainState& state, const std::vector<Prepared>& validation, const PretrainOptions& o,
          Team& team) {
  PretrainRecord record;
  const int before = state.records.empty() ? 0 : state.records.back().iteration;
  record.iteration = state.iteration;
  record.training_loss = state.loss_sum / (state.iteration - before);
  record.validation_loss = validation_loss(validation, state.rule, team);
  record.learning_rate = cycle_rate(o, state.iteration - 1);
  record.seconds = state.seconds;
  record.work = state.work;
  state.loss_sum = 0;
  state.records.push_back(record);
}

}  // namespace

std::string record_line(const PretrainRecord& r) {
  return fmt::format(
      R"({{"iteration":{},"training_loss":{:.6f},"validation_loss":{:.6f},"learning_rate":{:.3e},)"
      R"("seconds":{:.1f},"points":{:.0f},"edges":{:.0f},"edge_steps":{:.0f}}})"
      "\n",
      r.iteration, r.training_loss, r.validation_loss, r.learning_rate, r.seconds, r.work.points,
      r.work.edges, r.work.edge_steps);
}

Pretrained pretrain(const PretrainOptions& o, const PretrainFiles& files, Team& team) {
  validate(o);
  if (files.checkpoint_every < 1) {
    throw Error(
        fmt::format("checkpoint_every is {} but must be at least 1", files.checkpoint_every));
  }
  Progress progress{Stage::train, 0, 0, o.iterations, 0};
  team.report(progress);
  PretrainState state;
  if (auto resumed = read_checkpoint(files.checkpoint, o)) {
    PretrainOptions skip = o;
    skip.standardisation = 1;  // the constants are those of the checkpoint
    state = std::move(*resumed);
    Rule rule = new_rule(skip, team);
    const auto same_size = [](const Standardisation& a, const Standardisation& b) {
      return a.mean.size() == b.mean.size() && a.deviation.size() == b.deviation.size();
    };
    if (rule.values.size() != state.rule.values.size() || !same_size(rule.cell, state.rule.cell) ||
        !same_size(rule.edge, state.rule.edge)) {
      throw Error("the checkpoint " + files.checkpoint + " is damaged; remove it to start over");
    }
    rule.cell = state.rule.cell;
    rule.edge = state.rule.edge;
    rule.values = std::move(state.rule.values);
    state.rule = std::move(rule);
  } else {
    state.rule = new_rule(o, team);
    state.optimiser = AdamW(state.rule.values.size());
  }
  const int resumed_at = state.iteration;
  const double seconds_before = state.seconds;
  const auto start = Clock::now();
  const auto validation = prepare_all(o.validation_seed, 0, o.validation, state.rule, o, team);
  std::vector<Tape> tapes(static_cast<std::size_t>(team.size()));
  std::vector<Prepared> batch;
  if (resumed_at < o.iterations) {
    const std::uint64_t first = static_cast<std::uint64_t>(resumed_at) * o.batch;
    batch = prepare_all(o.seed, first, o.batch, state.rule, o, team);
  }
  while (state.iteration < o.iterations) {
    Lesson lesson = learn_batch(batch, state, tapes, o, team);
    improve(state, lesson, o);
    state.seconds = seconds_before + std::chrono::duration<double>(Clock::now() - start).count();
    progress.epoch = state.iteration;
    progress.loss = lesson.loss;
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
  if (resumed_at == o.iterations) save(state, o, files);  // its rule may be asked for elsewhere
  return {state.rule, state.records};
}

}  // namespace gnac::detail
