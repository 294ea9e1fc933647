#include <fmt/format.h>

#include <memory>

#include "console.h"
#include "gnac/error.h"
#include "lab_commands.h"
#include "output.h"
#include "pretrain/pretrain.h"
#include "progress.h"
#include "signals.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct PretrainFlags {
  PretrainOptions options;
  PretrainFiles files;
  std::string features = "coordinates";
  std::string activation = "silu";
  std::vector<std::string> without;
  int threads = 0;
  bool no_sum = false;
  bool no_openness = false;
  bool quiet = false;
};

PretrainOptions options_from(const PretrainFlags& flags) {
  PretrainOptions o = flags.options;
  if (flags.features != "coordinates" && flags.features != "graph") {
    throw Error("--features cannot be '" + flags.features + "'; give coordinates or graph");
  }
  o.features = flags.features == "graph" ? FeatureSet::graph : FeatureSet::coordinates;
  Options named;
  set_option(named, "activation", flags.activation);
  o.activation = named.activation;
  o.sum = !flags.no_sum;
  o.openness = !flags.no_openness;
  o.step_spread = std::min(o.step_spread, o.steps);
  o.problems.without = family_bits(flags.without);
  return o;
}

void pretrain_rule(const PretrainFlags& flags) {
  const PretrainOptions options = options_from(flags);
  validate(options);
  std::vector<FlagAndPath> named{{"-o", flags.files.rule}};
  if (!flags.files.log.empty()) named.emplace_back("--log", flags.files.log);
  if (!flags.files.checkpoint.empty()) named.emplace_back("--checkpoint", flags.files.checkpoint);
  check_outputs(named, {});
  catch_interrupts();
  Pretrained trained;
  {
    ProgressLine line(flags.quiet);
    Team team(flags.threads, make_observer(line));
    trained = pretrain(options, flags.files, team);
  }
  if (!flags.quiet && !trained.records.empty()) print_error(record_line(trained.records.back()));
}

}  // namespace

Action add_pretrain(CLI::App& app) {
  auto flags = std::make_shared<PretrainFlags>();
  PretrainOptions& o = flags->options;
  const auto add = [&app](const char* name, auto& value, const std::string& help,
                          const char* type) {
    return app.add_option(name, value, fmt::format("{} [{}]", help, value))->option_text(type);
  };
  app.add_option("-o,--output", flags->files.rule,
                 "the rule, as safetensors; until the end, the rule so far")
      ->option_text("FILE")
      ->required();
  app.add_option("--checkpoint", flags->files.checkpoint,
                 "file for everything needed to continue; an existing one is resumed")
      ->option_text("FILE");
  app.add_option("--log", flags->files.log, "JSON lines, one per validation")->option_text("FILE");
  add("--iterations", o.iterations, "batches to train on", "INT");
  add("--batch", o.batch, "problems per batch", "INT");
  add("--features", flags->features, "coordinates, or graph for graphs without coordinates",
      "NAME");
  add("--hidden", o.hidden, "d_h: hidden state", "INT");
  add("--width", o.width, "W: width of the networks", "INT");
  add("--activation", flags->activation, "silu, relu or tanh", "NAME");
  add("--update-scale", o.update_scale, "η: share of an update", "NUMBER");
  app.add_option("--start", o.start, "a rule to begin with instead of random values")
      ->option_text("FILE");
  add("--partition", o.partition,
      "weight of a loss on the partition, through diffusion, beside that on edges", "NUMBER");
  add("--steps", o.steps, "steps of evolution; 0: none", "INT");
  add("--step-spread", o.step_spread, "training draws up to this many steps fewer or more", "INT");
  add("--neighbors", o.neighbors, "k that the rule advises; training draws its own", "INT");
  app.add_option("--hide", o.hide,
                 "a feature that the rule does not see, or what their names begin with; may be "
                 "repeated")
      ->option_text("NAME")
      ->allow_extra_args(false);
  app.add_flag("--no-sum", flags->no_sum, "conductance does not see the sum of the two states");
  app.add_flag("--no-openness", flags->no_openness, "cells do not see their mean conductance");
  app.add_option("--without", flags->without,
                 "leave a family of problems out, or all wide ones; may be repeated")
      ->option_text("NAME")
      ->allow_extra_args(false);
  add("--learning-rate", o.learning_rate, "highest learning rate of the cycle", "NUMBER");
  add("--weight-decay", o.weight_decay, "weight decay of AdamW", "NUMBER");
  add("--seed", o.seed, "seed of weights and problems", "INT");
  add("--validation", o.validation, "number of validation problems", "INT");
  add("--validate-every", o.validate_every, "iterations between validations", "INT");
  add("--checkpoint-every", flags->files.checkpoint_every, "iterations between checkpoints", "INT");
  add("--threads", flags->threads, "threads; 0: every core; the rule does not depend on it", "INT");
  app.add_flag("-q,--quiet", flags->quiet, "no progress");
  app.footer(R"(Examples:
  gnac-lab pretrain -o rule.safetensors --checkpoint rule.checkpoint --log rule.jsonl
  gnac-lab pretrain -o graph.safetensors --features graph --iterations 20000)");
  return [flags] { pretrain_rule(*flags); };
}

}  // namespace gnac::cli
