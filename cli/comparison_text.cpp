#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "comparison.h"
#include "gnac/model.h"
#include "gnac/version.h"
#include "json.h"
#include "report/table.h"

namespace gnac::cli {
namespace {

using Json = nlohmann::ordered_json;

ReportTable scores_table(const Comparison& comparison) {
  ReportTable table;
  const bool chosen = comparison.clusters == kChooseClusters;
  table.columns = {"method"};
  if (chosen) table.columns.emplace_back("K");
  for (const MetricInfo* metric : comparison.metrics) table.columns.emplace_back(metric->name);
  table.columns.insert(table.columns.end(), {"seconds", "peak MiB"});
  for (const Compared& row : comparison.rows) {
    std::vector<Cell> cells{words(std::string(row.method->name))};
    if (row.outcome.failed()) {
      cells.push_back(words("failed: " + row.outcome.failure));
    } else {
      if (chosen) cells.push_back(number(static_cast<double>(count_of(row)), 0));
      for (const double score : row.scores) cells.push_back(number(score));
      cells.push_back(number(row.outcome.seconds, 2));
      cells.push_back(number(row.outcome.peak_mib, 0));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ReportTable agreement_table(const Comparison& comparison) {
  ReportTable table;
  table.title = "ARI between the methods:";
  table.columns = {"method"};
  const auto rows = agreeing(comparison);
  const auto ari = agreement(comparison);
  for (const Compared* row : rows) table.columns.emplace_back(row->method->name);
  for (std::size_t a = 0; a < rows.size(); ++a) {
    std::vector<Cell> cells{words(std::string(rows[a]->method->name))};
    for (const double value : ari[a]) cells.push_back(number(value, 2));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Json row_json(const Comparison& comparison, const Compared& row) {
  Json json{{"method", row.method->name},
            {"title", row.method->title},
            {"options", method_options_json(*row.method, comparison.options)}};
  if (row.outcome.failed()) {
    json["failure"] = row.outcome.failure;
    return json;
  }
  json["k"] = count_of(row);
  Json& scores = json["scores"] = Json::object();
  for (std::size_t m = 0; m < row.scores.size(); ++m)
    scores[std::string(comparison.metrics[m]->name)] = json_number(row.scores[m]);
  Json& facts = json["facts"] = Json::object();
  for (const auto& [name, value] : row.outcome.facts) facts[name] = json_number(value);
  json["seconds"] = row.outcome.seconds;
  json["peak_mib"] = json_number(row.outcome.peak_mib);
  return json;
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  const std::string why =
      comparison.scale_reason.empty() ? "" : fmt::format(" ({})", comparison.scale_reason);
  std::string text = fmt::format("{} x {} from {}, scale {}{}, K {}{}, seed {}\n\n", comparison.n,
                                 comparison.d, comparison.data, comparison.scale, why,
                                 comparison.clusters == kChooseClusters ? "" : "= ",
                                 count_text(comparison), comparison.how.seed);
  text += to_text(scores_table(comparison));
  if (!comparison.left_out.empty()) text += "\nleft out:\n";
  for (const auto& [method, reason] : comparison.left_out)
    text += fmt::format("  {}: {}\n", method, reason);
  if (agreeing(comparison).size() > 1) text += "\n" + to_text(agreement_table(comparison));
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  Json json{{"version", version()},        {"command", "compare"},
            {"seed", comparison.how.seed}, {"n", comparison.n},
            {"d", comparison.d},           {"k", nullptr},
            {"scale", comparison.scale},   {"scale_reason", comparison.scale_reason}};
  if (comparison.clusters != kChooseClusters) json["k"] = comparison.clusters;
  Json& methods = json["methods"] = Json::array();
  for (const Compared& row : comparison.rows) methods.push_back(row_json(comparison, row));
  Json& left_out = json["left_out"] = Json::array();
  for (const auto& [method, reason] : comparison.left_out)
    left_out.push_back({{"method", method}, {"reason", reason}});
  Json names = Json::array();
  for (const Compared* row : agreeing(comparison)) names.push_back(row->method->name);
  json["agreement"] = {{"methods", names}, {"ari", agreement(comparison)}};
  return json.dump(1) + "\n";
}

}  // namespace gnac::cli
