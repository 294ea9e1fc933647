// gnac predict: label new points by a fitted model.
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "data/read_points.h"
#include "file_form.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "input.h"
#include "option_flags.h"
#include "output.h"
#include "progress.h"
#include "signals.h"
#include "support/files.h"
#include "tables.h"

namespace gnac::cli {
namespace {

struct PredictFlags {
  std::string model;
  std::string data;
  ReadOptions columns;
  OptionFlags run;  ///< threads and memory limit
  std::string labels;
  bool one_based = false;
  bool quiet = false;
};

void predict_command(const PredictFlags& flags) {
  if (flags.model == "-" && flags.data == "-") {
    throw Error("standard input can be read once only; give the model or the points as a file");
  }
  const bool to_file = !flags.labels.empty() && flags.labels != "-";
  if (to_file) check_text_name("-o", flags.labels);
  check_order("predict MODEL DATA", flags.model, flags.data);
  if (to_file) check_outputs({{"-o", flags.labels}}, {flags.model, flags.data});
  Model model = read_model(flags.model);
  const Options run = flags.run.values();
  model.options.threads = run.threads;
  model.options.memory_limit_gib = run.memory_limit_gib;
  const PointTable table = read_points(flags.data, flags.columns);
  catch_interrupts();
  Prediction found;
  {
    ProgressLine line(flags.quiet);
    const Observer observer = make_observer(line);
    found = Predictor(model, observer).predict(table.points, observer);
  }
  const std::string text =
      labels_table(found.labels, table.ids, flags.one_based ? 1 : 0, flags.labels);
  if (interrupted()) throw Cancelled();
  if (to_file) {
    write_files({{flags.labels, text}});
  } else {
    write_stdout(text);
  }
}

}  // namespace

Action add_predict(CLI::App& app) {
  auto flags = std::make_shared<PredictFlags>();
  app.add_option("MODEL", flags->model, "a model that gnac fit --model wrote")
      ->option_text(" ")
      ->required();
  app.add_option("DATA", flags->data, "new points, in the columns of the fit; - for standard input")
      ->option_text(" ")
      ->required();
  app.add_option("--columns", flags->columns.columns,
                 "features to use, by header or number from 0: a,b,c [all]")
      ->delimiter(',')
      ->option_text("LIST")
      ->group("Input");
  app.add_option("--id-column", flags->columns.id_column,
                 "not a feature: written beside each label, as id,label")
      ->option_text("NAME")
      ->group("Input");
  app.add_option("-o,--output", flags->labels, "labels, one per line [standard output]")
      ->option_text("FILE")
      ->group("Output");
  app.add_flag("--one-based", flags->one_based, "number the labels from 1, not 0")->group("Output");
  app.add_flag("--quiet", flags->quiet, "show no progress")->group("Output");
  add_option_flags(app, flags->run, {&option_info("threads"), &option_info("memory_limit_gib")});
  app.footer(
      R"(A point that was fitted keeps its label; a new one joins the fitted graph by itself, so its
label does not depend on the other new points.

Examples:
  gnac fit points.csv -k 3 --model model.safetensors -o labels.txt
  gnac predict model.safetensors more.csv > more-labels.txt)");
  return [flags] { predict_command(*flags); };
}

}  // namespace gnac::cli
