#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "data/scaling.h"
#include "gnac/cluster.h"
#include "gnac/error.h"
#include "input.h"
#include "method_options.h"
#include "methods/method.h"
#include "option_flags.h"
#include "output.h"
#include "progress.h"
#include "run.h"
#include "signals.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

struct FitFlags {
  InputFlags input;
  std::string method = "gnac";
  std::vector<std::string> method_options;  ///< "NAME=VALUE" for that method
  OptionFlags options;                      ///< of G-NAC; seed, threads and memory limit for any
  OutputFlags output;
  ScaleMode scale = ScaleMode::global;
  int clusters = 0;
};

/// The flags in use that only G-NAC can honour.
std::vector<std::string> gnac_only(const FitFlags& flags) {
  std::vector<std::string> used;
  const auto file = [&](const char* flag, const std::string& path) {
    if (!path.empty()) used.emplace_back(flag);
  };
  file("--save", flags.output.save);
  file("--states", flags.output.states);
  file("--edges", flags.output.edges);
  file("--graph", flags.input.graph);
  for (const OptionInfo& info : option_table()) {
    if (info.group != "run" && flags.options.has(info.name)) used.push_back(flag_of(info));
  }
  return used;
}

/// Every option as the command line has it; throws Error where flags contradict each other.
MethodOptions chosen_options(const FitFlags& flags, const MethodInfo& method) {
  MethodOptions options;
  options.gnac = flags.options.values;
  for (const std::string& text : flags.method_options) {
    set_option_text(options, method, text);
    const std::string name = text.substr(0, text.find('='));
    if (method.name == "gnac" && flags.options.has(name)) {
      throw Error(fmt::format("{} and --method-option {} set the same; give one of them",
                              flag_of(option_info(name)), text));
    }
  }
  if (method.name != "gnac") {
    const std::vector<std::string> used = gnac_only(flags);
    if (used.empty()) return options;
    throw Error(fmt::format(
        "{} {} G-NAC only, not {}; leave {} out (gnac methods {} lists what it can be told)",
        fmt::join(used, ", "), used.size() == 1 ? "is for" : "are for", method.name,
        used.size() == 1 ? "it" : "them", method.name));
  }
  validate(options.gnac);
  if (!flags.input.graph.empty() && flags.options.has("neighbors")) {
    throw Error(
        "--neighbors has no use beside --graph, which names the neighbours; give one of them");
  }
  return options;
}

void run_gnac_stages(Run& run, const Input& input, PointsView points, int clusters,
                     const Observer& observer) {
  const auto start = std::chrono::steady_clock::now();
  run.graph = make_graph(input, points, run.options, observer);
  const double graph_seconds = seconds_since(start);
  run.result = cluster(points, run.graph, clusters, run.options, observer);
  run.result.timings.graph = graph_seconds;
  run.rule = run.result.training.rule;
}

void run_other(Run& run, const MethodInfo& method, const MethodOptions& options, PointsView points,
               int clusters, const Observer& observer) {
  Team team(run.options.threads, observer);
  team.report({});
  const auto start = std::chrono::steady_clock::now();
  MethodRun found = run_method(method.name, points, clusters, options, run.options.seed, team);
  run.other = OtherMethod{&method, options, std::move(found.facts), seconds_since(start)};
  run.result.labels = std::move(found.labels);
  run.result.clusters = clusters;
}

void fit(const FitFlags& flags) {
  const MethodInfo& method = method_info(flags.method);
  const bool is_gnac = method.name == "gnac";
  const MethodOptions options = chosen_options(flags, method);
  check_outputs(named_outputs(flags.output),
                {flags.input.data, flags.input.graph, flags.input.reference});
  Input input = read_input(flags.input, flags.clusters);
  require_method_memory(method, input.table.points.n, options);
  Run run = begin_run("fit", flags.input, input);
  run.options = options.gnac;
  run.settable = fit_options();
  run.scale = to_string(flags.scale);
  const InputScaling scaling = choose_scaling(flags.input, input.table.points, flags.scale);
  const Points points = apply_scaling(input.table.points, scaling);
  input.table.points = {};

  note_threads(run.options.threads, flags.output.quiet);
  catch_interrupts();
  {
    ProgressLine line(flags.output.quiet, is_gnac ? "" : flags.method, has_stages(method));
    const Observer observer = make_observer(line);
    if (is_gnac) {
      run_gnac_stages(run, input, points, flags.clusters, observer);
    } else {
      run_other(run, method, options, points, flags.clusters, observer);
    }
  }
  run.rule.scaling = scaling;
  run.ari = reference_ari(flags.input, input, run.result);
  finish_run(run, flags.output);
}

}  // namespace

Action add_fit(CLI::App& app) {
  auto flags = std::make_shared<FitFlags>();
  add_input_flags(app, flags->input, flags->clusters);
  add_graph_flag(app, flags->input);
  add_scale_flag(app, flags->scale);
  app.add_option("--method", flags->method, "one that gnac methods lists [gnac]")
      ->option_text("NAME")
      ->group("Method");
  app.add_option("--method-option", flags->method_options,
                 "set an option of the method (gnac methods NAME); may be repeated")
      ->option_text("NAME=VALUE")
      ->allow_extra_args(false)
      ->group("Method");
  add_output_flags(app, flags->output, true);
  add_option_flags(app, flags->options, fit_options());
  app.footer(R"(Examples:
  gnac fit points.csv -k 3 > labels.txt
  gnac fit table.csv -k 5 --columns height,weight --id-column name -o labels.csv
  gnac fit points.npy -k 8 --save rule.safetensors --trace trace.json --summary
  gnac fit points.csv -k 3 --method gmm --method-option covariance=tied
  zcat points.csv.gz | gnac fit - -k 2 --neighbors 10 --seed 17 --quiet)");
  return [flags] { fit(*flags); };
}

}  // namespace gnac::cli
