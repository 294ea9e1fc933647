// gnac explain: what the clusters of a model are, in words.
#include "gnac/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "json.h"
#include "output.h"
#include "progress.h"
#include "signals.h"
#include "table_flags.h"

namespace gnac::cli {
namespace {

struct ExplainFlags {
  std::string model;
  TableFlags table;
  std::string text_column;
  bool json = false;
  bool markdown = false;
  bool quiet = false;
};

/// The table in the form that explain() takes. Indicator columns become categories again.
struct Table {
  Points numbers;
  ExplainData data;
};

Table table_of(const ExplainFlags& flags) {
  TableFlags reading = flags.table;
  ReadOptions& columns = reading.columns;
  columns.id_column = flags.text_column;  // kept as text, and no feature
  const PointTable read = read_table(reading);
  if (!read.dropped.empty()) {
    throw Error(
        "rows with missing values were left out, so the table has fewer rows than it seems; fill "
        "them with --missing mean or median");
  }
  const std::int64_t numeric = read.points.d - indicator_count(read.recipe);
  Table out{.numbers = {{}, read.points.n, numeric}, .data = {}};
  for (std::int64_t i = 0; i < read.points.n; ++i) {
    const auto row = read.points.row(i).first(static_cast<std::size_t>(numeric));
    out.numbers.values.insert(out.numbers.values.end(), row.begin(), row.end());
  }
  std::int64_t first = numeric;
  for (const TableColumn& column : read.recipe.columns) {
    if (column.role != ColumnRole::feature) continue;
    const bool is_boolean = column.kind == ColumnKind::boolean;
    if (!is_boolean && column.kind != ColumnKind::category) continue;
    const std::size_t width = is_boolean ? 1 : column.values.size() + (column.grouped ? 1 : 0);
    TextColumn texts{.name = column.name, .values = {}};
    for (std::int64_t i = 0; i < read.points.n; ++i) {
      const auto row = read.points.row(i).subspan(first, width);
      const auto at =
          is_boolean
              ? static_cast<std::size_t>(row[0])
              : static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
      texts.values.push_back(at < column.values.size() ? column.values[at] : "other");
    }
    out.data.categories.push_back(std::move(texts));
    first += static_cast<std::int64_t>(width);
  }
  const std::vector<std::string> names = feature_names(read.recipe);
  if (!names.empty()) out.data.columns = {names.begin(), names.begin() + numeric};
  out.data.points = out.numbers;
  if (!flags.text_column.empty()) out.data.texts = read.ids;
  return out;
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

std::string trait_text(const Trait& trait) {
  return fmt::format("{} ({}, rest {})", condition_text(trait.condition), percent(trait.share),
                     percent(trait.rest));
}

std::string rule_text(const ClusterStory& story) {
  std::vector<std::string> parts;
  for (const Condition& condition : story.rule) parts.push_back(condition_text(condition));
  return fmt::format("{} (precision {}, recall {})", fmt::join(parts, " and "),
                     percent(story.precision), percent(story.recall));
}

std::string rows_text(const std::vector<std::int32_t>& rows) {
  std::vector<std::int64_t> from_one;
  for (const std::int32_t row : rows) from_one.push_back(std::int64_t{row} + 1);
  return fmt::format("{}", fmt::join(from_one, ", "));
}

/// Lines of text, or of Markdown if `bullet` says so.
std::string story_text(const ClusterStory& story, std::int64_t points, const char* heading,
                       const char* bullet) {
  std::string text = fmt::format("{}Cluster {}{}{}\n", heading, story.label,
                                 story.name.empty() ? "" : ": ", story.name);
  const auto line = [&](const std::string& what) { text += bullet + what + "\n"; };
  line(fmt::format(
      "{} points, {}{}", story.size,
      percent(static_cast<double>(story.size) / static_cast<double>(points)),
      std::isnan(story.confidence) ? "" : fmt::format(", confidence {:.2f}", story.confidence)));
  for (const Trait& trait : story.traits) line(trait_text(trait));
  if (!story.rule.empty()) line("rule: " + rule_text(story));
  std::vector<std::string> terms;
  for (const Term& term : story.terms)
    terms.push_back(
        fmt::format("{} ({}, rest {})", term.text, percent(term.share), percent(term.rest)));
  if (!terms.empty()) line(fmt::format("terms: {}", fmt::join(terms, ", ")));
  line("typical rows: " + rows_text(story.typical));
  if (!story.doubtful.empty()) line("doubtful rows: " + rows_text(story.doubtful));
  return text;
}

nlohmann::ordered_json condition_json(const Condition& condition) {
  nlohmann::ordered_json json{{"text", condition_text(condition)}, {"column", condition.column}};
  if (condition.is_category) {
    json["category"] = condition.category;
  } else {
    json["low"] = json_number(condition.low);
    json["high"] = json_number(condition.high);
  }
  return json;
}

nlohmann::ordered_json story_json(const ClusterStory& story) {
  nlohmann::ordered_json json{{"cluster", story.label},
                              {"name", story.name},
                              {"size", story.size},
                              {"confidence", json_number(story.confidence)},
                              {"medoid", story.typical.front()},
                              {"typical", story.typical},
                              {"doubtful", story.doubtful},
                              {"traits", nlohmann::ordered_json::array()},
                              {"rule", nlohmann::ordered_json::array()},
                              {"precision", story.precision},
                              {"recall", story.recall},
                              {"terms", nlohmann::ordered_json::array()}};
  for (const Trait& trait : story.traits) {
    nlohmann::ordered_json row = condition_json(trait.condition);
    row["share"] = trait.share;
    row["rest"] = trait.rest;
    row[trait.condition.is_category ? "lift" : "difference"] = json_number(trait.strength);
    json["traits"].push_back(row);
  }
  for (const Condition& condition : story.rule) json["rule"].push_back(condition_json(condition));
  for (const Term& term : story.terms)
    json["terms"].push_back(
        {{"text", term.text}, {"score", term.score}, {"share", term.share}, {"rest", term.rest}});
  return json;
}

void explain_command(const ExplainFlags& flags) {
  if (flags.json && flags.markdown)
    throw Error("--json and --markdown contradict each other; give one of them");
  if (flags.table.data.empty() && !flags.text_column.empty())
    throw Error("--text-column names a column of DATA, which is missing; give the table");
  const Model model = read_model(flags.model);
  Table table;
  if (!flags.table.data.empty()) table = table_of(flags);
  table.data.points = table.numbers;
  catch_interrupts();
  std::vector<ClusterStory> stories;
  {
    ProgressLine line(flags.quiet);
    stories = explain(model, table.data, make_observer(line));
  }
  if (flags.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const ClusterStory& story : stories) json.push_back(story_json(story));
    write_stdout(json.dump(1) + "\n");
    return;
  }
  std::string text;
  for (const ClusterStory& story : stories) {
    if (!text.empty()) text += "\n";
    text += flags.markdown ? story_text(story, model.graph.nodes, "## ", "- ")
                           : story_text(story, model.graph.nodes, "", "  ");
  }
  print_text(text);
}

}  // namespace

Action add_explain(CLI::App& app) {
  auto flags = std::make_shared<ExplainFlags>();
  app.add_option("MODEL", flags->model, "a model that gnac fit --model wrote")
      ->option_text(" ")
      ->required();
  app.add_option(
         "DATA", flags->table.data,
         "the table that was fitted, all of whose columns may explain clusters [the model's "
         "own columns, scaled]")
      ->option_text(" ");
  add_column_flags(app, flags->table.columns);
  app.add_option("--text-column", flags->text_column,
                 "texts whose words name the clusters; not a feature")
      ->option_text("NAME")
      ->group("Input");
  app.add_option("--label-column", flags->table.columns.label_column, "not a feature")
      ->option_text("NAME")
      ->group("Input");
  app.add_flag("--json", flags->json, "print JSON, in which rows are counted from 0");
  app.add_flag("--markdown", flags->markdown, "print Markdown");
  add_quiet_flag(app, flags->quiet);
  app.footer(R"(Rows are counted from 1.

Examples:
  gnac fit people.csv --model people.safetensors -o labels.txt
  gnac explain people.safetensors people.csv
  gnac explain topics.safetensors texts.csv --text-column text --markdown > topics.md)");
  return [flags] { explain_command(*flags); };
}

}  // namespace gnac::cli
