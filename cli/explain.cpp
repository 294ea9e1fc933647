// gnac explain: what the clusters of a model are, in words.
#include "gnac/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "explain/known_table.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "io/text.h"
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
  bool json = false;
  bool markdown = false;
  bool quiet = false;
};

/// The table that was fitted, and where its rows are in the file.
struct FittedTable {
  KnownTable known;
  std::vector<std::int64_t> rows;  ///< empty: unknown
};

/// Columns that would explain clusters but were row names or the known answer of the fit: a cluster
/// is not what somebody had called its rows before.
std::vector<std::string> set_aside(const TableRecipe& fitted, const TableRecipe& read) {
  std::vector<std::string> places;
  for (const TableColumn& old : fitted.columns) {
    if (old.role != ColumnRole::id && old.role != ColumnRole::label) continue;
    for (const TableColumn& column : read.columns) {
      const bool same = column.name == old.name && (!old.name.empty() || column.place == old.place);
      if (same && column.role == ColumnRole::feature)
        places.push_back(std::to_string(column.place));
    }
  }
  return places;
}

FittedTable table_of(const ExplainFlags& flags, const TableRecipe& fitted) {
  TableFlags reading = flags.table;
  reading.columns.cells = true;
  if (!reading.columns.missing && !fitted.columns.empty()) reading.columns.missing = fitted.missing;
  PointTable read = read_table(reading);
  const std::vector<std::string> aside = set_aside(fitted, read.recipe);
  if (!aside.empty() && reading.columns.columns.empty()) {
    reading.columns.exclude.insert(reading.columns.exclude.end(), aside.begin(), aside.end());
    read = read_table(reading);
  }
  KnownTable known = known_table(read.points, read.recipe);
  known.data.texts = std::move(read.words);
  return {std::move(known), std::move(read.rows)};
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

/// As an editor counts where that is known, else from 1.
std::string rows_text(const std::vector<std::int32_t>& shown,
                      const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> numbers;
  for (const std::int32_t row : shown)
    numbers.push_back(rows.empty() ? std::int64_t{row} + 1 : rows[static_cast<std::size_t>(row)]);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

/// Lines of text, or of Markdown if `bullet` says so.
std::string story_text(const ClusterStory& story, std::int64_t points,
                       const std::vector<std::int64_t>& rows, const char* heading,
                       const char* bullet) {
  std::string text = fmt::format("{}Cluster {}{}{}\n", heading, story.label,
                                 story.name.empty() ? "" : ": ", story.name);
  const auto line = [&](const std::string& what) { text += bullet + what + "\n"; };
  line(fmt::format(
      "{}, {}{}", counted(static_cast<std::size_t>(story.size), "point"),
      percent(static_cast<double>(story.size) / static_cast<double>(points)),
      std::isnan(story.confidence) ? "" : fmt::format(", confidence {:.2f}", story.confidence)));
  for (const Trait& trait : story.traits) line(trait_text(trait));
  if (!story.rule.empty()) line("rule: " + rule_text(story));
  std::vector<std::string> terms;
  for (const Term& term : story.terms)
    terms.push_back(
        fmt::format("{} ({}, rest {})", term.text, percent(term.share), percent(term.rest)));
  if (!terms.empty()) line(fmt::format("terms: {}", fmt::join(terms, ", ")));
  line((story.typical.size() == 1 ? "typical row: " : "typical rows: ") +
       rows_text(story.typical, rows));
  if (!story.doubtful.empty())
    line((story.doubtful.size() == 1 ? "doubtful row: " : "doubtful rows: ") +
         rows_text(story.doubtful, rows));
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
  if (flags.table.data.empty() && !flags.table.columns.text_column.empty())
    throw Error("--text-column names a column of DATA, which is missing; give the table");
  const Model model = read_model(flags.model);
  FittedTable table;
  if (!flags.table.data.empty()) table = table_of(flags, model.table);
  catch_interrupts();
  std::vector<ClusterStory> stories;
  {
    ProgressLine line(flags.quiet);
    stories = explain(model, table.known.data, make_observer(line));
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
    text += flags.markdown ? story_text(story, model.graph.nodes, table.rows, "## ", "- ")
                           : story_text(story, model.graph.nodes, table.rows, "", "  ");
  }
  print_text(text);
}

}  // namespace

Action add_explain(CLI::App& app) {
  auto flags = std::make_shared<ExplainFlags>();
  app.add_option("MODEL", flags->model, "a model that gnac fit --model wrote")
      ->option_text(" ")
      ->required();
  app.add_option("DATA", flags->table.data,
                 "the table that was fitted, whose columns may explain clusters, known answer "
                 "aside [the model's own columns]")
      ->option_text(" ");
  add_column_flags(app, flags->table.columns);
  add_text_flag(app, flags->table.columns);
  app.add_option("--label-column", flags->table.columns.label_column, "not a feature")
      ->option_text("NAME")
      ->group("Input");
  app.add_flag("--json", flags->json, "print JSON, in which rows are counted from 0");
  app.add_flag("--markdown", flags->markdown, "print Markdown");
  add_quiet_flag(app, flags->quiet);
  app.footer(R"(Rows are counted as an editor counts the lines of DATA; without DATA from 1.

Examples:
  gnac fit people.csv --model people.safetensors -o labels.txt
  gnac explain people.safetensors people.csv
  gnac explain topics.safetensors texts.csv --text-column text --markdown > topics.md)");
  return [flags] { explain_command(*flags); };
}

}  // namespace gnac::cli
