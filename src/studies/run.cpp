#include "studies/run.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "gnac/error.h"
#include "options/option_text.h"

namespace gnac {

using Json = nlohmann::ordered_json;

double RunRecord::value(std::string_view name) const {
  const auto found = values.find(std::string(name));
  return found == values.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

std::string key_of(const RunRecord& run) {
  std::string key;
  for (const std::string& part :
       {run.study, run.subject, std::to_string(run.clusters), run.method, run.condition,
        number_text(run.level), std::to_string(run.seed), run.settings}) {
    key += part + '\n';
  }
  return key;
}

std::string to_json_line(const RunRecord& run) {
  Json json;
  json["study"] = run.study;
  json["subject"] = run.subject;
  json["clusters"] = run.clusters;
  json["method"] = run.method;
  if (!run.condition.empty()) json["condition"] = run.condition;
  if (run.level != 0) json["level"] = run.level;
  json["seed"] = run.seed;
  json["settings"] = run.settings;
  Json& values = json["values"] = Json::object();
  for (const auto& [name, value] : run.values) {
    values[name] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  if (!run.labels.empty()) json["labels"] = run.labels;
  return json.dump();
}

RunRecord from_json_line(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    RunRecord run;
    run.study = json.at("study").get<std::string>();
    run.subject = json.at("subject").get<std::string>();
    run.clusters = json.at("clusters").get<int>();
    run.method = json.at("method").get<std::string>();
    run.condition = json.value("condition", "");
    run.level = json.value("level", 0.0);
    run.seed = json.at("seed").get<std::uint64_t>();
    run.settings = json.at("settings").get<std::string>();
    for (const auto& [name, value] : json.at("values").items()) {
      run.values[name] =
          value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    }
    if (json.contains("labels")) run.labels = json["labels"].get<std::vector<std::int32_t>>();
    return run;
  } catch (const nlohmann::json::exception& error) {
    throw Error(error.what());
  }
}

}  // namespace gnac
