#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "advice.h"
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
  double gravity = 0;
  std::string text;
  std::string column;
  std::string advice;
};

/// Also diagnoses tables that a fit would refuse: unless the flags say otherwise, rows with missing
/// values are left out and texts count as categories.
PointTable read_for_diagnosis(TableFlags flags) {
  if (flags.columns.missing == Missing::refuse) flags.columns.missing = Missing::drop;
  if (flags.columns.categorical.empty()) flags.columns.categorical = {std::string(kAllCategorical)};
  return read_table(flags);
}

/// Findings from reading the table that no flag takes care of.
std::vector<Remark> remarks_on_reading(const PointTable& table, const TableFlags& flags) {
  std::vector<Remark> remarks;
  if (flags.columns.missing == Missing::refuse && !table.dropped.empty()) {
    remarks.push_back({1, counted(table.dropped.size(), "row") + " with missing values", "",
                       "--missing drop leaves such rows out, --missing mean or median fills them"});
  }
  if (flags.columns.categorical.empty()) {
    for (const CategoryColumn& column : table.categories) {
      remarks.push_back({1,
                         fmt::format("column {} holds text, {}", cite(column.name),
                                     counted(column.values.size(), "different value")),
                         column.name,
                         fmt::format("--categorical {} uses it as categories, --columns leaves it "
                                     "out, --id-column uses it as the names of the points",
                                     column.name)});
    }
  }
  if (const auto names = left_out_row_names(table)) remarks.push_back({0, *names, "", ""});
  if (const auto header = doubtful_header(table)) remarks.push_back({1, *header, "", ""});
  return remarks;
}

std::string doctor_text(const PointTable& table, const Diagnosis& diagnosis,
                        std::span<const Remark> remarks) {
  std::string text = fmt::format(
      "points     {} x {}\n"
      "graph      {}\n"
      "dimension  about {:.1f} of {}\n"
      "scale      auto would choose {}\n",
      table.points.n, table.points.d,
      counted(static_cast<std::size_t>(diagnosis.components), "component"),
      diagnosis.intrinsic_dimension, table.points.d, to_string(diagnosis.scale));
  if (remarks.empty()) return text + "\nNothing found that would hurt a fit.\n";
  text += "\n";
  for (const Remark& remark : remarks) {
    text += fmt::format("{} {}{}{}\n", remark.gravity >= kGrave ? "!" : "-", remark.text,
                        remark.advice.empty() ? "" : "; ", remark.advice);
  }
  return text;
}

std::string doctor_json(const PointTable& table, const Diagnosis& diagnosis,
                        std::span<const Remark> remarks) {
  nlohmann::ordered_json json{{"n", table.points.n},
                              {"d", table.points.d},
                              {"components", diagnosis.components},
                              {"intrinsic_dimension", diagnosis.intrinsic_dimension},
                              {"scale", to_string(diagnosis.scale)},
                              {"findings", nlohmann::ordered_json::array()}};
  for (const Remark& remark : remarks)
    json["findings"].push_back({{"text", remark.text},
                                {"column", remark.column},
                                {"gravity", remark.gravity},
                                {"advice", remark.advice}});
  return json.dump(1) + "\n";
}

void doctor(const DoctorFlags& flags) {
  const PointTable table = read_for_diagnosis(flags.table);
  check_several(flags.table, table.points.n);
  const Diagnosis diagnosis = diagnose(table.points, flags.options.values(), table.names, {},
                                       indicator_count(table.categories));
  std::vector<Remark> remarks = remarks_on_reading(table, flags.table);
  for (const Finding& finding : diagnosis.findings)
    remarks.push_back({finding.gravity, finding.text, finding.column, advice(finding)});
  if (flags.json) {
    write_stdout(doctor_json(table, diagnosis, remarks));
  } else {
    print_text(doctor_text(table, diagnosis, remarks));
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
