#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "advice.h"
#include "commands.h"
#include "gnac/diagnosis.h"
#include "gnac/error.h"
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

/// Scaling and neighbours decide what hurts; the rest of a fit does not.
std::vector<const OptionInfo*> doctor_options() {
  std::vector<const OptionInfo*> rows;
  for (const OptionInfo& info : option_table()) {
    if (info.name == "scale" || info.name == "neighbors" || info.name == "threads" ||
        info.name == "memory_limit_gib")
      rows.push_back(&info);
  }
  return rows;
}

std::string doctor_text(const PointTable& table, const Diagnosis& diagnosis) {
  std::string text = fmt::format(
      "points     {} x {}\n"
      "graph      {} component{}\n"
      "dimension  about {:.1f} of {}\n"
      "scale      auto would choose {}\n",
      table.points.n, table.points.d, diagnosis.components, diagnosis.components == 1 ? "" : "s",
      diagnosis.intrinsic_dimension, table.points.d, to_string(diagnosis.scale));
  if (diagnosis.findings.empty()) return text + "\nNothing stands in the way of a fit.\n";
  text += "\n";
  for (const Finding& finding : diagnosis.findings)
    text += fmt::format("{} {}; {}\n", finding.gravity >= kGrave ? "!" : "-", finding.text,
                        advice(finding));
  return text;
}

std::string doctor_json(const PointTable& table, const Diagnosis& diagnosis) {
  nlohmann::ordered_json json{{"n", table.points.n},
                              {"d", table.points.d},
                              {"components", diagnosis.components},
                              {"intrinsic_dimension", diagnosis.intrinsic_dimension},
                              {"scale", to_string(diagnosis.scale)},
                              {"findings", nlohmann::ordered_json::array()}};
  for (const Finding& finding : diagnosis.findings)
    json["findings"].push_back({{"text", finding.text},
                                {"column", finding.column},
                                {"gravity", finding.gravity},
                                {"advice", advice(finding)}});
  return json.dump(1) + "\n";
}

void doctor(const DoctorFlags& flags) {
  const PointTable table = read_table(flags.table);
  if (table.points.n < 2)
    throw Error(fmt::format("{} has {} point; there must be at least 2", flags.table.name(),
                            table.points.n));
  const Diagnosis diagnosis = diagnose(table.points, flags.options.values(), table.names, {},
                                       indicator_count(table.categories));
  if (flags.json) {
    write_stdout(doctor_json(table, diagnosis));
  } else {
    print_text(doctor_text(table, diagnosis));
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
  app.add_flag("--json", flags->json, "for programs");
  add_option_flags(app, flags->options, doctor_options());
  app.footer(R"(Examples:
  gnac doctor table.csv
  gnac doctor table.csv --id-column name --scale standard)");
  return [flags] { doctor(*flags); };
}

}  // namespace gnac::cli
