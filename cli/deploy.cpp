#include <fmt/format.h>

#include <memory>
#include <optional>
#include <set>

#include "commands.h"
#include "data/rule_file.h"
#include "data/scaling.h"
#include "gnac/cluster.h"
#include "gnac/error.h"
#include "input.h"
#include "option_flags.h"
#include "output.h"
#include "progress.h"
#include "run.h"
#include "signals.h"

namespace gnac::cli {
namespace {

struct DeployFlags {
  std::string rule;
  InputFlags input;
  OptionFlags method;
  OutputFlags output;
  std::optional<ScaleMode> scale;  ///< absent: the scaling stored with the rule
  int clusters = 0;
};

/// What the command line leaves open is as it was in training, so that the same points get the same
/// labels again.
const std::set<std::string_view> kFromRule{"neighbors", "seed", "seed_scale"};

Options deploy_settings(const OptionFlags& flags, Rule& rule) {
  Options options = flags.values;
  if (!flags.has("seed")) options.seed = rule.seed;
  if (!flags.has("neighbors")) options.neighbors = rule.neighbors;
  if (!flags.has("seed_scale")) options.seed_scale = rule.seed_scale;
  rule.seed_scale = options.seed_scale;
  return options;
}

void deploy_rule(const DeployFlags& flags) {
  if (!flags.input.graph.empty() && flags.method.has("neighbors")) {
    throw Error(
        "--neighbors has no use beside --graph, which names the neighbours; give one of them");
  }
  check_outputs(named_outputs(flags.output),
                {flags.rule, flags.input.data, flags.input.graph, flags.input.reference});
  Rule rule = read_rule(flags.rule);
  Input input = read_input(flags.input, flags.clusters);
  Run run = begin_run("deploy", flags.input, input);
  run.options = deploy_settings(flags.method, rule);
  run.settable = deploy_options();
  run.scale = flags.scale ? to_string(*flags.scale) : "rule";
  if (rule.shape.features != run.d) {
    throw Error(
        fmt::format("{} was trained on {} columns but {} has {}; choose them with --columns",
                    flags.rule, rule.shape.features, run.data, run.d));
  }
  if (flags.scale) rule.scaling = choose_scaling(flags.input, input.table.points, *flags.scale);
  const Points points = apply_scaling(input.table.points, rule.scaling);
  input.table.points = {};

  note_threads(run.options.threads, flags.output.quiet);
  catch_interrupts();
  {
    ProgressLine line(flags.output.quiet);
    const Observer observer = make_observer(line);
    const auto start = std::chrono::steady_clock::now();
    run.graph = make_graph(input, points, run.options, observer);
    const double graph_seconds = seconds_since(start);
    run.result = deploy(rule, points, run.graph, flags.clusters, run.options, observer);
    run.result.timings.graph = graph_seconds;
  }
  run.rule = std::move(rule);
  run.ari = reference_ari(flags.input, input, run.result);
  finish_run(run, flags.output);
}

}  // namespace

Action add_deploy(CLI::App& app) {
  auto flags = std::make_shared<DeployFlags>();
  app.add_option("RULE", flags->rule, "a rule that gnac fit --save wrote")
      ->option_text(" ")
      ->required();
  add_input_flags(app, flags->input, flags->clusters);
  add_graph_flag(app, flags->input);
  app.add_option_function<std::string>(
         "--scale", [flags](const std::string& text) { flags->scale = parse_scale(text); },
         "global, none or standard, from these points [as stored in the rule]")
      ->option_text("MODE")
      ->group("Input");
  add_output_flags(app, flags->output, false);
  add_option_flags(app, flags->method, deploy_options(), kFromRule);
  app.footer(R"(Examples:
  gnac deploy rule.safetensors more.csv -k 3 -o labels.txt
  gnac deploy rule.safetensors more.csv -k 3 --seed-scale 0 --states states.npy > labels.txt)");
  return [flags] { deploy_rule(*flags); };
}

}  // namespace gnac::cli
