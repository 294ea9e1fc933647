#include <memory>

#include "commands.h"
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

struct FitFlags {
  InputFlags input;
  OptionFlags method;
  OutputFlags output;
  ScaleMode scale = ScaleMode::global;
  int clusters = 0;
};

void fit(const FitFlags& flags) {
  const Options& options = flags.method.values;
  validate(options);
  if (!flags.input.graph.empty() && flags.method.has("neighbors")) {
    throw Error(
        "--neighbors has no use beside --graph, which names the neighbours; give one of them");
  }
  check_outputs(named_outputs(flags.output),
                {flags.input.data, flags.input.graph, flags.input.reference});
  Input input = read_input(flags.input, flags.clusters);
  Run run = begin_run("fit", flags.input, input);
  run.options = options;
  run.settable = fit_options();
  run.scale = to_string(flags.scale);
  const InputScaling scaling = choose_scaling(flags.input, input.table.points, flags.scale);
  const Points points = apply_scaling(input.table.points, scaling);
  input.table.points = {};

  catch_interrupts();
  {
    ProgressLine line(flags.output.quiet);
    const Observer observer = make_observer(line);
    const auto start = std::chrono::steady_clock::now();
    run.graph = make_graph(input, points, options, observer);
    const double graph_seconds = seconds_since(start);
    run.result = cluster(points, run.graph, flags.clusters, options, observer);
    run.result.timings.graph = graph_seconds;
  }
  run.rule = run.result.training.rule;
  run.rule.scaling = scaling;
  run.ari = reference_ari(flags.input, input, run.result);
  finish_run(run, flags.output);
}

}  // namespace

Action add_fit(CLI::App& app) {
  auto flags = std::make_shared<FitFlags>();
  add_input_flags(app, flags->input, flags->clusters);
  app.add_option_function<std::string>(
         "--scale", [flags](const std::string& text) { flags->scale = parse_scale(text); },
         "global: centre, one deviation for all columns; standard: one each; none [global]")
      ->option_text("MODE")
      ->group("Input");
  add_output_flags(app, flags->output, true);
  add_option_flags(app, flags->method, fit_options());
  app.footer(R"(Examples:
  gnac fit points.csv -k 3 > labels.txt
  gnac fit table.csv -k 5 --columns height,weight --id-column name -o labels.csv
  gnac fit points.npy -k 8 --save rule.safetensors --trace trace.json --summary
  zcat points.csv.gz | gnac fit - -k 2 --neighbors 10 --seed 17 --quiet)");
  return [flags] { fit(*flags); };
}

}  // namespace gnac::cli
