#include <fmt/format.h>

#include <memory>
#include <set>

#include "commands.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "input.h"
#include "notes.h"
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
  OptionFlags options;
  OutputFlags output;
  int clusters = 0;
};

/// Options that the command line leaves open are as in training, so that the same points get the
/// same labels again.
const std::set<std::string_view> kFromRule{"scale", "neighbors", "seed", "seed_scale"};

Options deploy_settings(const OptionFlags& flags, Rule& rule) {
  Options options = flags.values();
  if (!flags.has("seed")) options.seed = rule.seed;
  if (!flags.has("neighbors")) options.neighbors = rule.neighbors;
  if (!flags.has("seed_scale")) options.seed_scale = rule.seed_scale;
  rule.seed_scale = options.seed_scale;
  return options;
}

void deploy_rule(const DeployFlags& flags) {
  check_order("deploy RULE DATA", flags.rule, flags.input.data);
  check_graph_flags(flags.input, flags.options);
  check_append(flags.output, flags.input.data);
  const std::vector<std::string> inputs = flags.input.files({flags.rule});
  check_stdin(inputs);
  check_outputs(named_outputs(flags.output, flags.input.has_ids()), inputs);
  Rule rule = read_rule(flags.rule);
  InputFlags reading = flags.input;
  reading.columns.texts = reading.columns.cells = !flags.output.paths.at("--page").empty();
  const Input input = read_input(reading, flags.clusters);
  const PointsView points = input.table.points;
  Run run = begin_run("deploy", flags.input, input, flags.clusters);
  run.options = deploy_settings(flags.options, rule);
  run.settable = deploy_options();
  run.base = flags.output.one_based ? 1 : 0;
  run.scale = flags.options.has("scale") ? to_string(run.options.scale) : "rule";
  const bool published = rule.shape.form == RuleForm::published;
  check_use(flags.options, flags.clusters, published);
  if (published && indicator_count(input.table.recipe) > 0) {
    throw Error(
        "a rule of the published form does not say which categories it was trained on, so "
        "columns could mean others; leave them out with --exclude, or use fit --model and predict");
  }
  if (published && rule.shape.features != run.d) {
    throw Error(
        fmt::format("{} was trained on {} columns but {} has {}; choose them with --columns",
                    flags.rule, rule.shape.features, run.data, run.d));
  }
  print_notes(notes_on_new_rows(input.table), flags.output.quiet);
  if (published && input.table.recipe.named)
    print_notes({"a rule does not know the names of its columns, so they are taken in the order of "
                 "this table; fit --model and predict find them by name"},
                flags.output.quiet);
  if (flags.options.has("scale")) rule.scaling = fit_scaling(points, run.options.scale);

  note_threads(run.options.threads, flags.output.quiet);
  catch_interrupts();
  {
    ProgressLine line(flags.output.quiet);
    const FitData data{.points = points,
                       .table = input.table.recipe,
                       .edges = input.graph ? &*input.graph : nullptr,
                       .rule = &rule};
    run.model = fit(data, flags.clusters, run.options, make_observer(line));
    run.clusters = run.model.clusters;
    if (flags.output.outliers) run.flagged = labels_without_outliers(run.model);
  }
  run.ari = reference_ari(flags.input, input, run);
  finish_run(run, flags.output);
}

}  // namespace

Action add_deploy(CLI::App& app) {
  auto flags = std::make_shared<DeployFlags>();
  app.add_option("RULE", flags->rule, "a rule that gnac fit --save wrote")
      ->option_text(" ")
      ->required();
  add_input_flags(app, flags->input, flags->clusters);
  add_graph_flag(app, flags->input, false);
  add_text_flag(app, flags->input.columns);
  add_output_flags(app, flags->output, false);
  add_option_flags(app, flags->options, deploy_options(), kFromRule);
  app.footer(R"(Examples:
  gnac deploy rule.safetensors more.csv -k 3 -o labels.txt
  gnac deploy rule.safetensors more.csv -k 3 --seed-scale 0 --states states.npy > labels.txt)");
  return [flags] { deploy_rule(*flags); };
}

}  // namespace gnac::cli
