// gnac compare: several methods on the same points, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "apart.h"
#include "commands.h"
#include "comparison.h"
#include "console.h"
#include "file_form.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "input.h"
#include "list_flag.h"
#include "method_options.h"
#include "metric_choice.h"
#include "notes.h"
#include "option_flags.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "run.h"
#include "signals.h"
#include "support/files.h"
#include "verbose.h"

namespace gnac::cli {
namespace {

struct CompareFlags {
  InputFlags input;
  int clusters = 0;
  std::vector<std::string> methods;         ///< empty: all that are feasible
  std::vector<std::string> method_options;  ///< "METHOD.NAME=VALUE"
  std::vector<std::string> metrics;
  OptionFlags run;  ///< preset, scale, seed, threads, memory limit
  double time_limit = 600;
  std::string picture;
  std::string page;
  bool json = false;
  bool quiet = false;
  int verbose = 0;
};

MethodOptions chosen_options(const CompareFlags& flags) {
  MethodOptions options;
  options.gnac = flags.run.values();
  if (options.gnac.metric == Metric::manhattan) {
    throw Error(
        "only gnac knows metric manhattan; give --method-option gnac.metric=manhattan to compare "
        "it with the others' Euclidean distances");
  }
  for (const std::string& text : flags.method_options) set_named_option(options, text);
  validate(options.gnac);
  for (const std::string& text : flags.method_options) {
    const OptionInfo* info = gnac_option(text);
    if (info != nullptr) require_use(*info, options.gnac.rule == RuleSource::train);
  }
  return options;
}

/// Fills the rows with the methods to run: those asked for, else all that can use or choose K and
/// that this many points allow.
void choose_methods(Comparison& comparison, const std::vector<std::string>& names) {
  const auto known = [&](const MethodInfo& method) {
    return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                       [&](const Compared& row) { return row.method == &method; });
  };
  for (const std::string& name : names) {
    const MethodInfo& method = method_info(name);
    check_count(method, comparison.clusters);
    if (!known(method)) comparison.rows.push_back({&method, {}, {}});
  }
  if (!names.empty()) return;
  const bool published = comparison.options.gnac.rule == RuleSource::train;
  const bool chosen = comparison.clusters == kChooseClusters;
  for (const MethodInfo& method : method_table()) {
    if (chosen ? method.chooses.empty() : !method.takes_clusters) continue;
    if (method.name == "universal" && !published) continue;  // gnac is the same
    try {
      require_method_memory(method, comparison.n, comparison.options);
      comparison.rows.push_back({&method, {}, {}});
    } catch (const Error& error) {
      comparison.left_out.emplace_back(method.name, error.what());
    }
  }
}

void run_rows(Comparison& comparison, PointsView points, bool quiet) {
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    Compared& row = comparison.rows[r];
    ProgressLine line(quiet,
                      fmt::format("{}/{} {}", r + 1, comparison.rows.size(), row.method->name),
                      has_stages(*row.method));
    row.outcome = run_apart(*row.method, points, comparison.clusters, comparison.options,
                            comparison.how, make_observer(line));
  }
}

void check_files(const CompareFlags& flags) {
  std::vector<FlagAndPath> outputs;
  if (!flags.picture.empty()) {
    check_picture_name("--picture", flags.picture);
    outputs.emplace_back("--picture", flags.picture);
  }
  if (!flags.page.empty()) {
    check_fixed_name("--page", flags.page, kPageEndings);
    outputs.emplace_back("--page", flags.page);
  }
  check_stdin(flags.input.files());
  check_outputs(outputs, flags.input.files());
}

void compare(const CompareFlags& flags) {
  Comparison comparison;
  comparison.options = chosen_options(flags);
  for (const std::string& name : flags.methods) check_count(method_info(name), flags.clusters);
  check_files(flags);
  Input input = read_input(flags.input, flags.clusters);
  ComparisonParts parts{
      .read = {"read", input.seconds,
               fmt::format("{} x {}", input.table.points.n, input.table.points.d)},
      .scores = {"scores"}};
  print_notes(notes_on_table(input.table, comparison.options.gnac), flags.quiet);
  print_notes(notes_on_request(input.table.points, flags.clusters, 0), flags.quiet);
  const std::vector<std::int32_t> reference = std::move(input.table.labels);
  const std::vector<std::string> columns = std::move(input.table.names);
  const std::vector<std::string> ids = std::move(input.table.ids);
  comparison.data = flags.input.name();
  comparison.n = input.table.points.n;
  comparison.d = input.table.points.d;
  comparison.clusters = flags.clusters;
  const ScaleChoice scale = choose_scale(input.table.points, indicator_count(input.table.recipe),
                                         comparison.options.gnac.scale, flags.run.values().metric);
  comparison.scale = to_string(scale.scale);
  comparison.scale_reason = scale.reason;
  comparison.how = {comparison.options.gnac.seed, comparison.options.gnac.threads,
                    flags.time_limit};
  comparison.metrics = choose_metrics(flags.metrics, !reference.empty(), comparison.n);
  choose_methods(comparison, flags.methods);
  check_spread(flags.input, input.table.points, comparison.options.gnac.scale);
  const InputScaling scaling = fit_scaling(input.table.points, comparison.options.gnac.scale,
                                           input.table.recipe, flags.run.values().metric);
  const Points points = apply_scaling(input.table.points, scaling);
  input = {};

  note_threads(comparison.options.gnac.threads, flags.quiet);
  catch_interrupts();
  run_rows(comparison, points, flags.quiet);
  const auto scoring = std::chrono::steady_clock::now();
  score_rows(comparison, points, reference, flags.input.noise,
             [](const Progress&) { return !interrupted(); });
  parts.scores.seconds = seconds_since(scoring);
  const std::string text = flags.json ? comparison_json(comparison) : comparison_text(comparison);
  if (interrupted()) throw Cancelled();
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<WrittenFile> made;
  const auto make = [&](const char* flag, const std::string& path, const auto& bytes) {
    if (path.empty()) return;
    const auto start = std::chrono::steady_clock::now();
    files.emplace_back(path, bytes());
    made.push_back({flag, files.back().second.size(), seconds_since(start)});
  };
  make("--picture", flags.picture, [&] {
    return picture_bytes(comparison_picture(comparison, points, reference, flags.input.noise),
                         flags.picture);
  });
  make("--page", flags.page,
       [&] { return comparison_page(comparison, points, reference, columns, ids); });
  if (!files.empty()) write_files({files.begin(), files.end()});
  if (flags.verbose > 0)
    print_error_lines("{}", verbose_text(comparison, parts, made, flags.verbose));
  flags.json ? write_stdout(text) : print_text(text);
  if (agreeing(comparison).empty()) {
    const std::string why = "no method produced a partition; the table says why";
    if (std::ranges::all_of(comparison.rows, &Outcome::no_memory, &Compared::outcome))
      throw MemoryError(why);
    throw Error(why);
  }
}

}  // namespace

Action add_compare(CLI::App& app) {
  auto flags = std::make_shared<CompareFlags>();
  add_input_flags(app, flags->input, flags->clusters,
                  "K: how many clusters to make [each method that can chooses its own]");
  add_preset_flag(app, flags->run);
  add_list(app, "--methods", flags->methods,
           "methods to run; gnac methods lists them [all that fit in memory; without -k those that "
           "choose K]")
      ->group("Methods");
  app.add_option("--method-option", flags->method_options,
                 "set an option of a method, e.g. kmeans.starts=20; may be repeated")
      ->option_text("METHOD.NAME=VALUE")
      ->allow_extra_args(false)
      ->group("Methods");
  app.add_option(
         "--time-limit", flags->time_limit,
         fmt::format("seconds before giving up on a method; 0: no limit [{:g}]", flags->time_limit))
      ->option_text("NUMBER")
      ->check(CLI::Range(0.0, 1e9))
      ->group("Methods");
  add_list(app, "--metrics", flags->metrics,
           "names, or all; gnac score --list lists them [ari,ami,nca with a reference, and the "
           "internal ones]")
      ->group("Output");
  app.add_option("--picture", flags->picture,
                 ".svg or .png: the points as each method partitions them")
      ->option_text("FILE")
      ->group("Output");
  app.add_option("--page", flags->page,
                 "HTML: the partitions side by side, and where they disagree")
      ->option_text("FILE")
      ->group("Output");
  app.add_flag("--json", flags->json, "print JSON")->group("Output");
  add_quiet_flag(app, flags->quiet);
  add_verbose_flag(app, flags->verbose);
  std::vector<const OptionInfo*> of_any = run_options();
  of_any.push_back(&option_info("scale"));
  of_any.push_back(&option_info("metric"));
  add_option_flags(app, flags->run, of_any);
  app.footer(
      R"(Each method runs in a process of its own: "peak MiB" is the largest resident memory of that
process, the points included. Internal metrics measure the scaled points.

Without -k, G-NAC, HDBSCAN (excess of mass), k-means (silhouette) and the Gaussian mixture (BIC)
each choose a number of clusters. HDBSCAN's noise is counted with the nearest cluster.

Examples:
  gnac compare points.csv
  gnac compare points.csv -k 3
  gnac compare points.csv -k 3 --reference truth.txt --methods gnac,kmeans,genie --page out.html
  gnac compare points.csv -k 3 --method-option gnac.neighbors=10 --json)");
  return [flags] { compare(*flags); };
}

}  // namespace gnac::cli
