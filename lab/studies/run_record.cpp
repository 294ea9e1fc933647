#include "studies/run_record.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "gnac/error.h"
#include "io/json_text.h"
#include "options/option_text.h"

namespace gnac::detail {

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

namespace {

using Value = nlohmann::json;

constexpr std::size_t kMostText = 1 << 16;
constexpr std::size_t kMostValues = 1000;
constexpr double kMost = 1e100;  // sums and squares stay finite

const Value& member(const Value& json, const char* name) {
  if (!json.is_object() || !json.contains(name))
    throw Error("it has no member '" + std::string(name) + "'");
  return json.at(name);
}

std::string text_of(const Value& json, const char* name) {
  const Value& value = member(json, name);
  if (!value.is_string()) throw Error("'" + std::string(name) + "' is not text");
  std::string text = value.get<std::string>();
  const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (!plain || text.size() > kMostText)
    throw Error("'" + std::string(name) +
                "' contains characters that are not allowed in such a name");
  return text;
}

/// The subject becomes part of file names.
std::string subject_of(const Value& json) {
  std::string subject = text_of(json, "subject");
  for (std::size_t begin = 0; begin <= subject.size();) {
    const std::size_t end = std::min(subject.find('/', begin), subject.size());
    const std::string part = subject.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part.size() > 200)
      throw Error("'" + subject + "' is not a subject, such as fcps/hepta");
    begin = end + 1;
  }
  return subject;
}

double number_of(const Value& value, const std::string& name) {
  const double number = value.is_number() ? value.get<double>() : kMost * 2;
  if (std::abs(number) <= kMost) return number;
  throw Error("'" + name + "' is not a number that a run can have");
}

std::int32_t whole_of(const Value& value, const std::string& name, std::int64_t least,
                      std::int64_t most) {
  const bool whole = value.is_number_integer() &&
                     !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT32_MAX);
  const std::int64_t number = whole ? value.get<std::int64_t>() : least - 1;
  if (number >= least && number <= most) return static_cast<std::int32_t>(number);
  throw Error("'" + name + "' is not a whole number from " + std::to_string(least) + " to " +
              std::to_string(most));
}

}  // namespace

RunRecord from_json_line(std::string_view line) {
  constexpr JsonLimits kLimits{.depth = 2, .values = std::size_t{1} << 24};
  Value json;
  if (const std::string problem = parse_json(line, json, kLimits); !problem.empty())
    throw Error("it " + problem);
  RunRecord run;
  run.study = text_of(json, "study");
  run.subject = subject_of(json);
  run.clusters = whole_of(member(json, "clusters"), "clusters", 1, INT32_MAX);
  run.method = text_of(json, "method");
  if (json.contains("condition")) run.condition = text_of(json, "condition");
  if (json.contains("level")) run.level = number_of(json["level"], "level");
  if (!member(json, "seed").is_number_unsigned()) throw Error("'seed' is not a whole number");
  run.seed = json["seed"].get<std::uint64_t>();
  run.settings = text_of(json, "settings");
  const Value& values = member(json, "values");
  if (!values.is_object() || values.size() > kMostValues)
    throw Error("'values' is not a list of names and numbers");
  for (const auto& [name, value] : values.items()) {
    run.values[name] =
        value.is_null() ? std::numeric_limits<double>::quiet_NaN() : number_of(value, name);
  }
  if (!json.contains("labels")) return run;
  if (!json["labels"].is_array()) throw Error("'labels' is not a list");
  for (const Value& label : json["labels"])
    run.labels.push_back(whole_of(label, "labels", 0, run.clusters - 1));
  return run;
}

}  // namespace gnac::detail
