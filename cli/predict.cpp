// gnac predict: label new points by a fitted model.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "append.h"
#include "commands.h"
#include "console.h"
#include "file_form.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/page.h"
#include "input.h"
#include "notes.h"
#include "option_flags.h"
#include "output.h"
#include "progress.h"
#include "signals.h"
#include "support/files.h"
#include "support/memory.h"
#include "table_flags.h"
#include "tables.h"
#include "verbose.h"

namespace gnac::cli {
namespace {

struct PredictFlags {
  std::string model;
  TableFlags table;
  OptionFlags run;  ///< threads and memory limit
  std::string labels;
  std::string page;
  std::string append;
  std::string memberships;
  std::string outlier_scores;
  bool outliers = false;  ///< label them -1
  bool one_based = false;
  bool quiet = false;
  int verbose = 0;
};

/// New rows are read as the fitted ones were.
TableFlags as_fitted(TableFlags flags, const Model& model) {
  flags.columns.fitted = &model.table;
  return flags;
}

/// The fitted points, and the new ones marked among them.
std::string prediction_page(const PredictFlags& flags, const Model& model, const PointTable& table,
                            const Prediction& found, const Observer& observer) {
  const PageExtras extras{
      .title =
          fmt::format("{} by {}", std::filesystem::path(flags.table.name()).filename().string(),
                      std::filesystem::path(flags.model).filename().string()),
      .newcomers = {.points = table.points, .labels = found.labels, .ids = table.ids}};
  return page_html(model, extras, observer);
}

void predict_command(const PredictFlags& flags) {
  const std::vector<std::string>& data = flags.table.data;
  const bool to_file = !flags.labels.empty() && flags.labels != "-";
  if (to_file) check_labels_name(flags.labels, !flags.table.columns.id_column.empty());
  check_order("predict MODEL DATA", flags.model, data);
  std::vector<std::string> inputs = data;
  inputs.push_back(flags.model);
  check_stdin(inputs);
  std::vector<FlagAndPath> outputs;
  if (to_file) outputs.emplace_back("-o", flags.labels);
  if (!flags.page.empty()) {
    check_fixed_name("--page", flags.page, kPageEndings);
    outputs.emplace_back("--page", flags.page);
  }
  check_append(flags.append, data);
  if (!flags.append.empty()) outputs.emplace_back("--append", flags.append);
  for (const auto& [flag, path] : {std::pair("--memberships", flags.memberships),
                                   std::pair("--outlier-scores", flags.outlier_scores)}) {
    if (path.empty()) continue;
    check_matrix_name(flag, path);
    outputs.emplace_back(flag, path);
  }
  check_outputs(outputs, inputs);
  std::vector<TimedPart> parts;
  const auto timed = [&](const char* part, const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    auto found = work();
    parts.push_back({part, seconds_since(start)});
    return found;
  };
  Model model = timed("model", [&] { return read_model(flags.model); });
  parts.back().note =
      fmt::format("{} x {} in {} clusters", model.points.n, model.points.d, model.clusters);
  const Options run = flags.run.values();
  model.options.threads = run.threads;
  model.options.memory_limit_gib = run.memory_limit_gib;
  const PointTable table = timed("read", [&] { return read_table(as_fitted(flags.table, model)); });
  parts.back().note = fmt::format("{} x {}", table.points.n, table.points.d);
  if (to_file) check_labels_name(flags.labels, !table.ids.empty());
  print_notes(notes_on_new_rows(table), flags.quiet);
  catch_interrupts();
  Prediction found;
  std::string page, memberships, outlier_scores;
  {
    ProgressLine line(flags.quiet);
    const Observer observer = make_observer(line);
    const auto predictor =
        timed("replay", [&] { return std::make_unique<Predictor>(model, observer); });
    found = timed("predict", [&] { return predictor->predict(table.points, observer); });
    if (!flags.memberships.empty()) {
      memberships = timed("--memberships", [&] {
        const std::vector<float> share = predictor->memberships(table.points, observer);
        return matrix_table(std::span(share), table.points.n, model.clusters, "cluster",
                            flags.memberships);
      });
    }
    if (!flags.page.empty())
      page = timed("--page", [&] { return prediction_page(flags, model, table, found, observer); });
    if (flags.outliers || !flags.outlier_scores.empty()) {
      const std::vector<double> scores =
          timed("outliers", [&] { return predictor->outlier_scores(table.points, observer); });
      outlier_scores =
          matrix_table(std::span(scores), table.points.n, 1, "outlier_score", flags.outlier_scores);
      for (std::size_t i = 0; flags.outliers && i < scores.size(); ++i) {
        if (scores[i] > kOutlierThreshold) found.labels[i] = -1;
      }
    }
  }
  const std::int32_t base = flags.one_based ? 1 : 0;
  const std::string text = labels_table(found.labels, table.ids, base, flags.labels);
  std::string appended;
  if (!flags.append.empty()) {
    appended =
        packed(appended_table(data, found.labels, table.dropped, base), file_form(flags.append));
  }
  if (interrupted()) throw Cancelled();
  std::vector<std::pair<std::string, std::string_view>> files;
  if (to_file) files.emplace_back(flags.labels, text);
  if (!flags.page.empty()) files.emplace_back(flags.page, page);
  if (!flags.append.empty()) files.emplace_back(flags.append, appended);
  if (!flags.memberships.empty()) files.emplace_back(flags.memberships, memberships);
  if (!flags.outlier_scores.empty()) files.emplace_back(flags.outlier_scores, outlier_scores);
  write_files(files, [&] {
    if (!to_file) write_stdout(text);
  });
  if (flags.verbose == 0) return;
  if (!flags.page.empty()) parts.back().note = size_text(static_cast<double>(page.size()));
  const bool published = model.rule.shape.form == RuleForm::published;
  print_error_lines(
      "{}{}", flags.verbose > 1 ? options_text(model.options, deploy_options(), published) : "",
      timings_text(parts));
}

}  // namespace

Action add_predict(CLI::App& app) {
  auto flags = std::make_shared<PredictFlags>();
  app.add_option("MODEL", flags->model, "a model that gnac fit --model wrote")
      ->option_text(" ")
      ->required();
  add_data(
      app, flags->table,
      "new rows, with the columns of the fit, which are found by name; - for standard input; the "
      "rows of several files are joined");
  add_new_row_flags(app, flags->table.columns);
  add_id_flag(app, flags->table.columns, "not a feature: written next to each label, as id,label");
  app.add_option("-o,--output", flags->labels, "labels, one per line [standard output]")
      ->option_text("FILE")
      ->group("Output");
  app.add_option("--append", flags->append, "the new rows with a column cluster added")
      ->option_text("FILE")
      ->group("Output");
  app.add_flag("--outliers", flags->outliers, "label outliers -1")->group("Output");
  app.add_option("--memberships", flags->memberships,
                 ".npy or text: how likely each cluster is for each point, N×K")
      ->option_text("FILE")
      ->group("Output");
  app.add_option("--outlier-scores", flags->outlier_scores,
                 ".npy or text: how little each point belongs to any cluster, 0 to 1")
      ->option_text("FILE")
      ->group("Output");
  app.add_option("--page", flags->page,
                 "HTML: the fitted points to look at, with the new ones marked among them")
      ->option_text("FILE")
      ->group("Output");
  app.add_flag("--one-based", flags->one_based, "number the labels from 1, not 0")->group("Output");
  add_quiet_flag(app, flags->quiet);
  add_verbose_flag(app, flags->verbose);
  add_option_flags(app, flags->run, {&option_info("threads"), &option_info("memory_limit_gib")});
  app.footer(
      R"(A point that was fitted keeps its label; a new one joins the fitted graph by itself, so its
label does not depend on the other new points. Names, categories, dates, missing values and scales
are read as in the fit; a column that the fit used and the new rows lack is refused.

Examples:
  gnac fit points.csv -k 3 --model model.safetensors -o labels.txt
  gnac predict model.safetensors more.csv > more-labels.txt
  gnac predict model.safetensors more.csv --append more-with-clusters.csv -o more-labels.txt
  gnac predict model.safetensors more.csv --outliers --memberships shares.csv -o more-labels.txt
  gnac predict model.safetensors more.csv --page more.html -o more-labels.txt)");
  return [flags] { predict_command(*flags); };
}

}  // namespace gnac::cli
