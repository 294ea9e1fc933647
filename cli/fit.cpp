#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "console.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "input.h"
#include "method_options.h"
#include "methods/method.h"
#include "model/fit.h"
#include "notes.h"
#include "option_flags.h"
#include "output.h"
#include "progress.h"
#include "run.h"
#include "signals.h"
#include "support/memory.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

struct FitFlags {
  InputFlags input;
  std::string method = "gnac";
  std::vector<std::string> method_options;  ///< "NAME=VALUE" for that method
  OptionFlags options;                      ///< of G-NAC; input and run options for any method
  OutputFlags output;
  int clusters = 0;
};

bool for_any_method(const OptionInfo& info) {
  return info.group == "run" || info.group == "input";
}

/// The given flags that only G-NAC supports.
std::vector<std::string> gnac_only(const FitFlags& flags) {
  std::vector<std::string> used;
  for (const OutputInfo& output : output_table()) {
    if (!output.any_method && !flags.output.paths.at(output.flag).empty())
      used.emplace_back(output.flag);
  }
  if (flags.output.outliers) used.emplace_back("--outliers");
  if (!flags.input.graph.empty()) used.emplace_back("--graph");
  if (!flags.options.rule_file.empty()) used.emplace_back("--rule");
  for (const OptionInfo& info : option_table()) {
    if (!for_any_method(info) && flags.options.has(info.name)) used.push_back(flag_of(info));
  }
  if (flags.options.values().metric == Metric::manhattan) used.emplace_back("--metric manhattan");
  return used;
}

/// A graph without points has nothing to draw, and no table.
void check_graph_alone(const FitFlags& flags) {
  if (!flags.input.data.empty()) return;
  std::vector<std::string> used;
  for (const char* flag : {"--picture", "--append"}) {
    if (!flags.output.paths.at(flag).empty()) used.emplace_back(flag);
  }
  if (flags.output.plot) used.emplace_back("--plot");
  if (!flags.input.columns.id_column.empty()) used.emplace_back("--id-column");
  if (!used.empty())
    throw Error(fmt::format("{} shows a table, and there is none; give DATA beside --graph",
                            fmt::join(used, ", ")));
}

/// The options from the command line; throws Error if flags contradict each other.
MethodOptions chosen_options(const FitFlags& flags, const MethodInfo& method) {
  MethodOptions options;
  options.gnac = flags.options.values();
  for (const std::string& text : flags.method_options) {
    set_option_text(options, method, text);
    const std::string name = text.substr(0, text.find('='));
    if (method.name == "gnac" && flags.options.has(name)) {
      throw Error(fmt::format("{} and --method-option {} set the same option; give one of them",
                              flag_of(option_info(name)), text));
    }
  }
  if (method.name != "gnac") {
    const std::vector<std::string> used = gnac_only(flags);
    if (flags.input.data.empty()) throw Error("DATA is missing; give a table");
    check_count(method, flags.clusters);
    if (used.empty()) return options;
    throw Error(fmt::format(
        "{} {} only for G-NAC, not for {}; leave {} out (gnac methods {} lists its options)",
        fmt::join(used, ", "), used.size() == 1 ? "is" : "are", method.name,
        used.size() == 1 ? "it" : "them", method.name));
  }
  check_values(options.gnac);
  if (options.gnac.rule == RuleSource::none && flags.options.rule_file.empty()) {
    for (const char* flag : {"--save", "--states"}) {
      if (!flags.output.paths.at(flag).empty())
        throw Error(
            fmt::format("{} writes what a rule computes, but --rule none has no rule", flag));
    }
  }
  check_graph_flags(flags.input, flags.options);
  check_graph_alone(flags);
  return options;
}

/// Will a rule of the published form evolve?
bool is_published(const Options& options, const std::optional<Rule>& rule) {
  if (rule) return rule->shape.form == RuleForm::published;
  return options.rule == RuleSource::train;
}

void run_other(Run& run, const MethodInfo& method, const MethodOptions& options, PointsView raw,
               const Observer& observer) {
  Team team(run.options.threads, observer);
  team.report({});
  const Points points =
      apply_scaling(raw, fit_scaling(raw, run.options.scale, run.table, run.options.metric));
  const auto start = std::chrono::steady_clock::now();
  MethodRun found = run_method(method, points, run.clusters, options, run.options.seed, team);
  const bool chosen = run.clusters == kChooseClusters;
  run.clusters = 1 + std::ranges::max(found.labels);
  for (const std::int64_t i : found.noise) found.labels[i] = -1;
  run.other = OtherMethod{
      &method, options, std::move(found.labels), std::move(found.facts), seconds_since(start),
      chosen};
}

void run_gnac(Run& run, const FitFlags& flags, Input& input, const std::optional<Rule>& rule,
              const Observer& observer) {
  const bool lean = !wants_arrays(flags.output) && run.words.empty();
  if (lean) run.points = {};  // the fit takes them over
  const FitData data{.points = input.table.points,
                     .table = input.table.recipe,
                     .edges = input.graph ? &*input.graph : nullptr,
                     .rule = rule ? &*rule : nullptr};
  const FitPlan plan{.labels_only = !wants_rule(flags.output),
                     .lean = lean,
                     .own_points = lean ? &input.table.points : nullptr};
  if (flags.output.verbose > 0) {
    const double bytes = expected_bytes(data, flags.clusters, run.options, plan);
    print_error_lines("{:<18} {:>8}, expected\n", "memory", detail::size_text(bytes));
  }
  const ScaleMode asked = run.options.scale;
  Team team(run.options.threads, observer);
  run.model = fit_on(data, flags.clusters, run.options, team, plan);
  run.clusters = run.model.clusters;
  run.options.scale = run.model.options.scale;
  run.options.metric = run.model.options.metric;
  if (run.options.scale != asked)
    run.scale = fmt::format("{} ({})", to_string(run.options.scale), run.model.scale_reason);
  if (flags.output.outliers) run.flagged = labels_without_outliers(run.model, observer);
}

void fit_command(const FitFlags& flags) {
  const MethodInfo& method = method_info(flags.method);
  const bool is_gnac = method.name == "gnac";
  const MethodOptions options = chosen_options(flags, method);
  check_append(flags.output, flags.input.data);
  const std::vector<std::string> inputs = flags.input.files({flags.options.rule_file});
  check_stdin(inputs);
  check_outputs(named_outputs(flags.output, flags.input.has_ids()), inputs);
  InputFlags reading = flags.input;
  reading.columns.fills = !flags.output.paths.at("--model").empty();
  reading.columns.texts = reading.columns.cells = !flags.output.paths.at("--page").empty();
  Input input = read_input(reading, flags.clusters);
  const PointsView points = input.table.points;
  check_spread(flags.input, points, options.gnac.scale);
  require_method_memory(method, points.n, options);
  std::optional<Rule> rule;
  if (!flags.options.rule_file.empty()) rule = read_rule(flags.options.rule_file);
  if (is_gnac) {
    const bool published = is_published(options.gnac, rule);
    check_use(flags.options, flags.clusters, published);
    for (const std::string& text : flags.method_options)
      require_use(option_info(text.substr(0, text.find('='))), published);
  }
  print_notes(notes_on_table(input.table, options.gnac), flags.output.quiet);
  print_notes(notes_on_request(points, flags.clusters, is_gnac ? options.gnac.neighbors : 0),
              flags.output.quiet);
  Run run = begin_run("fit", flags.input, input, flags.clusters);
  run.options = options.gnac;
  run.settable = fit_options();
  run.base = flags.output.one_based ? 1 : 0;
  run.scale = to_string(run.options.scale);

  note_threads(run.options.threads, flags.output.quiet);
  catch_interrupts();
  {
    ProgressLine line(flags.output.quiet, is_gnac ? "" : flags.method, has_stages(method));
    const Observer observer = make_observer(line);
    if (is_gnac) {
      run_gnac(run, flags, input, rule, observer);
    } else {
      run_other(run, method, options, points, observer);
    }
  }
  print_notes(notes_on_graph(run), flags.output.quiet);
  print_notes(notes_on_gaps(run), flags.output.quiet);
  run.ari = reference_ari(flags.input, input, run);
  finish_run(run, flags.output);
}

}  // namespace

Action add_fit(CLI::App& app) {
  auto flags = std::make_shared<FitFlags>();
  add_input_flags(app, flags->input, flags->clusters);
  add_graph_flag(app, flags->input, true);
  add_text_flag(app, flags->input.columns);
  add_output_flags(app, flags->output, true);
  app.add_option("--method", flags->method, "any of gnac methods [gnac]")
      ->option_text("NAME")
      ->group("Method");
  app.add_option("--method-option", flags->method_options,
                 "set an option of the method (gnac methods NAME); may be repeated")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false)
      ->group("Method");
  add_preset_flag(app, flags->options);
  add_option_flags(app, flags->options, fit_options());
  app.footer(R"(Examples:
  gnac fit points.csv -o labels.txt --summary
  gnac fit points.csv --page out.html -o labels.txt
  gnac fit points.csv -k 3 --outliers --memberships shares.csv > labels.txt
  gnac fit table.csv -k 5 --columns height,weight --id-column name -o labels.csv
  gnac fit --graph neighbours.mtx --similarities -o labels.txt
  gnac fit points.npy -k 8 --model model.safetensors --trace trace.json --summary
  gnac fit points.npy -k 8 --preset paper --save rule.safetensors
  gnac fit points.csv -k 3 --method gmm --method-option covariance=tied
  gnac fit points.csv --method hdbscan --method-option min_cluster_size=20
  zcat points.csv.gz | gnac fit - -k 2 --neighbors 10 --seed 17 --quiet)");
  return [flags] { fit_command(*flags); };
}

}  // namespace gnac::cli
