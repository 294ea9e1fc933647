#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advice.h"
#include "append.h"
#include "gnac/certainty.h"
#include "gnac/diagnosis.h"
#include "gnac/error.h"
#include "gnac/layout.h"
#include "gnac/methods.h"
#include "gnac/model.h"
#include "gnac/page.h"
#include "gnac/scaling.h"
#include "io/read_points.h"
#include "io/table_recipe.h"
#include "io/text.h"
#include "request.h"
#include "samples/generators.h"
#include "support/files.h"
#include "tables.h"

namespace gnac::engine {

using namespace detail;
namespace {

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? "" : found->get<std::string>();
}

std::vector<std::string> list_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::vector<std::string>{}
                               : found->get<std::vector<std::string>>();
}

/// Members of "table": columns, exclude, categorical, id, label, missing, array.
ReadOptions reading(const Json& request) {
  ReadOptions options;
  const Json table = request.value("table", Json::object());
  options.columns = list_of(table, "columns");
  options.exclude = list_of(table, "exclude");
  options.categorical = list_of(table, "categorical");
  options.id_column = text_of(table, "id");
  options.label_column = text_of(table, "label");
  options.array = text_of(table, "array");
  const std::string missing = text_of(table, "missing");
  if (missing == "refuse") options.missing = Missing::refuse;
  if (missing == "drop") options.missing = Missing::drop;
  if (missing == "mean") options.missing = Missing::mean;
  if (missing == "median") options.missing = Missing::median;
  if (missing == "nearest") options.missing = Missing::nearest;
  return options;
}

/// Members of "options", each a text as after a flag of the program.
Options fit_options(const Json& request) {
  Options options;
  const Json given = request.value("options", Json::object());
  for (const auto& [name, value] : given.items())
    set_option(options, name, value.is_string() ? value.get<std::string>() : value.dump());
  for (const auto& [name, value] : given.items())
    require_use(option_info(name), options.rule == RuleSource::train);
  validate(options);
  return options;
}

std::string output_name(const Json& request, const char* output) {
  return text_of(request.value("outputs", Json::object()), output);
}

void write(const std::string& path, const std::string& bytes) {
  write_files({{path, bytes}}, [] {});
}

constexpr std::string_view role_name(ColumnRole role) {
  switch (role) {
    case ColumnRole::feature:
      return "feature";
    case ColumnRole::id:
      return "id";
    case ColumnRole::label:
      return "label";
    case ColumnRole::unused:
      return "unused";
  }
  return "";
}

Json columns_json(const PointTable& table) {
  Json columns = Json::array();
  for (const TableColumn& column : table.recipe.columns) {
    const ColumnSummary& counts = table.summaries[static_cast<std::size_t>(column.place)];
    columns.push_back({{"name", column.name},
                       {"place", column.place},
                       {"kind", to_string(column.kind)},
                       {"unit", column.unit},
                       {"missing", counts.missing},
                       {"distinct", counts.distinct},
                       {"role", role_name(column.role)},
                       {"reason", column.reason}});
  }
  return columns;
}

/// The changes that reading made to the table, one sentence each.
std::vector<std::string> notes_on(const PointTable& table) {
  std::vector<std::string> notes;
  if (!table.dropped.empty())
    notes.push_back(counted(table.dropped.size(), "row") + " with missing values left out");
  if (table.filled > 0)
    notes.push_back(counted(static_cast<std::size_t>(table.filled), "missing value") + " filled");
  if (table.by_place)
    notes.emplace_back(
        "the new rows have no column names, so their columns are taken in the order of the fit");
  if (!table.ignored.empty())
    notes.push_back("ignored " + cite_some(table.ignored) +
                    ", which the fitted table did not have");
  return notes;
}

Json finding_json(double severity, const std::string& text, const std::string& column,
                  const std::string& advice) {
  return {{"severity", severity}, {"text", text}, {"column", column}, {"advice", advice}};
}

/// Names of the points on a page: ids, a column of names that is no feature, or both.
std::vector<std::string> page_ids(const PointTable& table) {
  if (table.texts.empty()) return table.ids;
  std::vector<std::string> names = table.texts.front().cells;
  for (std::size_t i = 0; i < table.ids.size(); ++i) names[i] = table.ids[i] + ": " + names[i];
  return names;
}

Json sizes_of(const Model& model) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(model.clusters));
  for (const std::int32_t label : model.labels()) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

void write_fit(const Json& request, const Model& model, std::span<const std::int32_t> labels,
               const PointTable& table, const Observer& observer) {
  const auto matrix = [&](const char* output, const auto& values, std::int64_t columns) {
    const std::string path = output_name(request, output);
    if (path.empty()) return;
    const auto& computed = values();
    write(path, cli::matrix_table(std::span(computed), model.points.n, columns, output, path));
  };
  if (const std::string path = output_name(request, "labels"); !path.empty())
    write(path,
          cli::labels_table(labels, path.ends_with(".npy") ? std::vector<std::string>{} : table.ids,
                            0, path));
  matrix(
      "memberships", [&] { return memberships(model, observer); }, model.clusters);
  matrix(
      "outlier_scores", [&] { return outlier_scores(model, observer); }, 1);
  matrix(
      "map", [&] { return layout(model, 2, observer).values; }, 2);
  matrix(
      "states", [&] { return model.evolution.states; }, state_columns(model.rule.shape));
  if (const std::string path = output_name(request, "model"); !path.empty())
    write(path, model_bytes(model));
  if (const std::string path = output_name(request, "table"); !path.empty())
    write(path, cli::appended_table({text_of(request, "file")}, labels, table.dropped, 0));
  if (const std::string path = output_name(request, "page"); !path.empty()) {
    PageExtras extras{.title = text_of(request, "title"),
                      .columns = table.names,
                      .ids = page_ids(table),
                      .reference = table.labels,
                      .points = table.points,
                      .texts = table.words,
                      .rows = table.rows};
    if (!std::ranges::equal(labels, model.labels()))
      extras.labels.assign(labels.begin(), labels.end());
    for (const TextCells& column : table.cells) extras.cells.push_back({column.name, column.cells});
    for (const FilledCell& gap : table.gaps)
      extras.filled.push_back({gap.point, title(table.recipe.columns[gap.column])});
    write(path, page_html(model, extras, observer));
  }
}

}  // namespace

Json doctor(const Json& request, const Observer& observer) {
  ReadOptions options = reading(request);
  options.summaries = true;
  Json findings = Json::array();
  std::optional<PointTable> table;
  while (!table) {
    try {
      table = read_points(text_of(request, "file"), options);
    } catch (const TextValue& slip) {
      // The column is left out of this look, and named.
      const std::string column = std::to_string(slip.column);
      findings.push_back(
          finding_json(1, slip.what(), column, "correct it, or use the column otherwise"));
      options.exclude.push_back(column);
      std::erase(options.columns, column);
    } catch (const RaggedRow& row) {
      findings.push_back(finding_json(1, row.what(), "",
                                      "correct it, or leave such rows out with --missing drop"));
      options.missing = Missing::drop;
    } catch (const MissingValue& gap) {
      findings.push_back(
          finding_json(1, gap.what(), "", "fill such values, or leave out their rows"));
      options.missing = Missing::nearest;
    }
  }
  for (const std::string& note : notes_on(*table))
    findings.push_back(finding_json(0.2, note, "", ""));
  const Diagnosis found = diagnose(table->points, fit_options(request), table->names, observer,
                                   indicator_count(table->recipe));
  for (const Finding& finding : found.findings)
    findings.push_back(
        finding_json(finding.severity, finding.text, finding.column, cli::advice(finding)));
  return {{"n", table->points.n},
          {"d", table->points.d},
          {"components", found.components},
          {"intrinsic_dimension", found.intrinsic_dimension},
          {"scale", to_string(found.scale)},
          {"scale_reason", found.scale_reason},
          {"metric", to_string(found.metric)},
          {"columns", columns_json(*table)},
          {"findings", findings}};
}

Json fit(const Json& request, const Observer& observer) {
  ReadOptions options = reading(request);
  const bool page = !output_name(request, "page").empty();
  options.fills = !output_name(request, "model").empty();
  options.texts = options.cells = page;
  const PointTable table = read_points(text_of(request, "file"), options);
  const FitData data{.points = table.points, .table = table.recipe};
  const Model model =
      gnac::fit(data, request.value("clusters", kChooseClusters), fit_options(request), observer);
  const bool apart = request.value("outliers", false);
  const std::vector<std::int32_t> labels =
      apart ? labels_without_outliers(model, observer) : model.labels();
  write_fit(request, model, labels, table, observer);
  Json counts = Json::array();
  for (const ClusterCount& c : model.counts)
    counts.push_back({{"clusters", c.clusters}, {"score", c.score}});
  std::vector<std::string> notes = notes_on(table);
  if (const std::string doubt = doubt_about(model); !doubt.empty()) notes.push_back(doubt);
  Json answer{{"n", model.points.n},
              {"d", model.points.d},
              {"clusters", model.clusters},
              {"sizes", sizes_of(model)},
              {"scale", to_string(model.options.scale)},
              {"scale_reason", model.scale_reason},
              {"counts", counts},
              {"notes", notes},
              {"seconds", model.timings.total()}};
  if (apart) answer["outliers"] = std::ranges::count(labels, -1);
  if (!model.confidence.clusters.empty())
    answer["confidence"] = {{"fit", model.confidence.fit}, {"clusters", model.confidence.clusters}};
  return answer;
}

Json predict(const Json& request, const Observer& observer) {
  Model model = read_model(text_of(request, "model"));
  model.options.threads = 1;
  ReadOptions options = reading(request);
  options.fitted = &model.table;
  const PointTable table = read_points(text_of(request, "file"), options);
  const Prediction found = Predictor(model, observer).predict(table.points, observer);
  if (const std::string path = output_name(request, "labels"); !path.empty())
    write(path, cli::labels_table(found.labels,
                                  path.ends_with(".npy") ? std::vector<std::string>{} : table.ids,
                                  0, path));
  if (const std::string path = output_name(request, "page"); !path.empty()) {
    const PageExtras extras{
        .title = text_of(request, "title"),
        .newcomers = {.points = table.points, .labels = found.labels, .ids = table.ids}};
    write(path, page_html(model, extras, observer));
  }
  return {{"n", table.points.n}, {"clusters", model.clusters}, {"notes", notes_on(table)}};
}

Json compare(const Json& request, const Observer& observer) {
  const PointTable table = read_points(text_of(request, "file"), reading(request));
  MethodOptions options;
  options.gnac = fit_options(request);
  const int clusters = request.at("clusters").get<int>();
  const Points points = apply_scaling(table.points, fit_scaling(table.points, options.gnac.scale,
                                                                table.recipe, options.gnac.metric));
  std::vector<PagePartition> partitions;
  Json methods = Json::array();
  for (const std::string& name : list_of(request, "methods")) {
    const MethodInfo& method = method_info(name);
    try {
      MethodRun run = run_method(name, points, clusters, options, options.gnac.seed, observer);
      methods.push_back({{"name", name}, {"title", method.title}, {"labels", run.labels}});
      partitions.push_back({std::string(method.title), "", std::move(run.labels)});
    } catch (const Error& error) {
      methods.push_back({{"name", name}, {"title", method.title}, {"error", error.what()}});
    }
  }
  if (const std::string path = output_name(request, "page"); !path.empty())
    write(path,
          comparison_page_html(
              points, partitions,
              {.title = text_of(request, "title"), .columns = table.names, .ids = table.ids}));
  return {{"methods", methods}};
}

Json generate(const Json& request, const Observer&) {
  SampleOptions options;
  options.n = request.value("rows", options.n);
  options.d = request.value("dimensions", options.d);
  options.clusters = request.value("clusters", options.clusters);
  options.noise = request.value("noise", options.noise);
  options.seed = request.value("seed", options.seed);
  const Sample sample = detail::generate(text_of(request, "sample"), options);
  if (const std::string path = output_name(request, "points"); !path.empty())
    write(path, cli::points_table(sample.points, path));
  if (const std::string path = output_name(request, "labels"); !path.empty())
    write(path, cli::labels_table(sample.labels, {}, 0, path));
  return {{"n", sample.points.n}, {"d", sample.points.d}};
}

Json info(const Json& request, const Observer&) {
  const Model model = read_model(text_of(request, "model"));
  return {{"n", model.points.n},
          {"d", model.points.d},
          {"clusters", model.clusters},
          {"columns", feature_names(model.table)},
          {"own_graph", model.own_graph}};
}

}  // namespace gnac::engine
