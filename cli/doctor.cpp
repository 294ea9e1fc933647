#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "advice.h"
#include "column_report.h"
#include "commands.h"
#include "console.h"
#include "gnac/diagnosis.h"
#include "gnac/error.h"
#include "io/text.h"
#include "notes.h"
#include "option_flags.h"
#include "output.h"
#include "table_flags.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct DoctorFlags {
  TableFlags table;
  OptionFlags options;
  bool json = false;
};

/// The options that matter here: scaling, distances and neighbours.
std::vector<const OptionInfo*> doctor_options() {
  std::vector<const OptionInfo*> rows;
  for (const OptionInfo& info : option_table()) {
    if (info.name == "scale" || info.name == "metric" || info.name == "neighbors" ||
        info.name == "threads" || info.name == "memory_limit_gib")
      rows.push_back(&info);
  }
  return rows;
}

/// A remark and the flag that helps.
struct Remark {
  double severity = 0;
  std::string text;
  std::string column;
  std::string advice;
};

/// A table, and the columns that a fit would stumble over.
struct Examined {
  PointTable table;
  std::vector<Remark> problems;
  std::vector<std::string> stumbling;  ///< columns, as --exclude names them
  std::optional<Missing> missing;      ///< what a fit must be told, if anything
};

/// Reads the table without the columns that hold slips and the rows of another length, each of
/// which is a problem to name.
Examined examine(TableFlags flags) {
  Examined found;
  flags.columns.summaries = true;
  for (;;) {
    try {
      check_stdin(flags.data);
      found.table = read_points(flags.data, flags.columns);
      return found;
    } catch (const TextValue& slip) {
      const std::string column = std::to_string(slip.column);
      found.problems.push_back(
          {1, slip.what(), column,
           fmt::format("correct it, or give --categorical {} or --exclude {}", column, column)});
      found.stumbling.push_back(column);
      flags.columns.exclude.push_back(column);
      std::erase(flags.columns.columns, column);
    } catch (const RaggedRow& row) {
      found.problems.push_back(
          {1, row.what(), "", "correct it, or give --missing drop to leave such rows out"});
      flags.columns.missing = found.missing = Missing::drop;
    } catch (const MissingValue& gap) {
      found.problems.push_back(
          {1, gap.what(), "", "leave --missing out to fill such values, or give --missing drop"});
      flags.columns.missing = found.missing = Missing::nearest;
    }
  }
}

/// Findings from reading the table.
std::vector<Remark> remarks_on_reading(const PointTable& table) {
  std::vector<Remark> remarks;
  if (!table.dropped.empty())
    remarks.push_back(
        {0.2, counted(table.dropped.size(), "row") + " with missing values left out", "", ""});
  if (table.filled > 0)
    remarks.push_back({0.2,
                       counted(static_cast<std::size_t>(table.filled), "missing value") + " filled",
                       "", "--missing drop leaves such rows out"});
  if (const auto header = doubtful_header(table)) remarks.push_back({1, *header, "", ""});
  return remarks;
}

/// A command that works when it is pasted.
std::string ready_command(const DoctorFlags& flags, const Examined& found) {
  std::vector<std::string> words{"gnac", "fit"};
  words.insert(words.end(), flags.table.data.begin(), flags.table.data.end());
  const auto add = [&](const char* flag, const std::vector<std::string>& values) {
    if (values.empty()) return;
    words.emplace_back(flag);
    words.push_back(fmt::format("{}", fmt::join(values, ",")));
  };
  const ReadOptions& columns = flags.table.columns;
  std::vector<std::string> exclude = columns.exclude;
  exclude.insert(exclude.end(), found.stumbling.begin(), found.stumbling.end());
  add("--columns", columns.columns);
  add("--exclude", exclude);
  add("--categorical", columns.categorical);
  if (!columns.id_column.empty()) add("--id-column", {columns.id_column});
  if (!columns.label_column.empty()) add("--label-column", {columns.label_column});
  if (!columns.array.empty()) add("--array", {columns.array});
  const auto missing = found.missing ? found.missing : columns.missing;
  if (missing == Missing::drop) add("--missing", {"drop"});
  if (missing == Missing::mean) add("--missing", {"mean"});
  if (flags.options.has("scale"))
    add("--scale", {std::string(to_string(flags.options.values().scale))});
  words.insert(words.end(), {"--page", "clusters.html", "-o", "labels.csv"});
  return shell_line(words);
}

std::string doctor_text(const PointTable& table, const Diagnosis& diagnosis,
                        std::span<const Remark> remarks, const std::string& command) {
  const std::string metric = diagnosis.metric == Metric::euclidean
                                 ? ""
                                 : fmt::format(", metric {}", to_string(diagnosis.metric));
  std::string text = column_lines(table) +
                     fmt::format(
                         "\npoints     {} x {}\n"
                         "graph      {}\n"
                         "dimension  about {:.1f} of {}\n"
                         "scale      auto would choose {} ({}){}\n",
                         table.points.n, table.points.d,
                         counted(static_cast<std::size_t>(diagnosis.components), "component"),
                         diagnosis.intrinsic_dimension, table.points.d, to_string(diagnosis.scale),
                         diagnosis.scale_reason, metric);
  text += remarks.empty() ? "\nNothing found that would hurt a fit.\n" : "\n";
  for (const Remark& remark : remarks) {
    text += fmt::format("{} {}{}{}\n", remark.severity >= kSevere ? "!" : "-", remark.text,
                        remark.advice.empty() ? "" : "; ", remark.advice);
  }
  return text + "\nready to run:\n  " + command + "\n";
}

std::string doctor_json(const PointTable& table, const Diagnosis& diagnosis,
                        std::span<const Remark> remarks, const std::string& command) {
  nlohmann::ordered_json json{{"n", table.points.n},
                              {"d", table.points.d},
                              {"components", diagnosis.components},
                              {"intrinsic_dimension", diagnosis.intrinsic_dimension},
                              {"scale", to_string(diagnosis.scale)},
                              {"scale_reason", diagnosis.scale_reason},
                              {"metric", to_string(diagnosis.metric)},
                              {"command", command},
                              {"columns", nlohmann::ordered_json::array()},
                              {"findings", nlohmann::ordered_json::array()}};
  for (const TableColumn& column : table.recipe.columns) {
    const ColumnSummary& counts = table.summaries[static_cast<std::size_t>(column.place)];
    json["columns"].push_back({{"name", column.name},
                               {"place", column.place},
                               {"kind", to_string(column.kind)},
                               {"unit", unit_of(column)},
                               {"missing", counts.missing},
                               {"distinct", counts.distinct},
                               {"use", use_of(column)}});
  }
  for (const Remark& remark : remarks)
    json["findings"].push_back({{"text", remark.text},
                                {"column", remark.column},
                                {"severity", remark.severity},
                                {"advice", remark.advice}});
  return json.dump(1) + "\n";
}

void doctor(const DoctorFlags& flags) {
  const Examined found = examine(flags.table);
  const PointTable& table = found.table;
  check_several(flags.table, table.points.n);
  const Diagnosis diagnosis = diagnose(table.points, flags.options.values(), table.names, {},
                                       indicator_count(table.recipe));
  std::vector<Remark> remarks = found.problems;
  for (Remark& remark : remarks_on_reading(table)) remarks.push_back(std::move(remark));
  for (const Finding& finding : diagnosis.findings)
    remarks.push_back({finding.severity, finding.text, finding.column, advice(finding)});
  const std::string command = ready_command(flags, found);
  if (flags.json) {
    write_stdout(doctor_json(table, diagnosis, remarks, command));
  } else {
    print_text(doctor_text(table, diagnosis, remarks, command));
  }
}

}  // namespace

Action add_doctor(CLI::App& app) {
  auto flags = std::make_shared<DoctorFlags>();
  add_data(app, flags->table, "points, as gnac fit reads them; - for standard input");
  add_column_flags(app, flags->table.columns);
  add_id_flag(app, flags->table.columns, "not a feature");
  app.add_option("--label-column", flags->table.columns.label_column, "not a feature")
      ->option_text("NAME")
      ->group("Input");
  app.add_flag("--json", flags->json, "print JSON");
  add_option_flags(app, flags->options, doctor_options());
  app.footer(R"(Examples:
  gnac doctor table.csv
  gnac doctor table.csv --id-column name --scale standard)");
  return [flags] { doctor(*flags); };
}

}  // namespace gnac::cli
