#include "apart.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "process/child.h"
#include "process/peak_memory.h"
#include "run.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

std::string to_bytes(const nlohmann::json& json) {
  std::string bytes;
  nlohmann::json::to_cbor(json, bytes);
  return bytes;
}

Outcome from_bytes(const std::string& bytes) {
  const nlohmann::json json = nlohmann::json::from_cbor(bytes);
  Outcome outcome;
  json.at("labels").get_to(outcome.labels);
  json.at("seconds").get_to(outcome.seconds);
  json.at("peak_mib").get_to(outcome.peak_mib);
  for (const nlohmann::json& fact : json.at("facts"))
    outcome.facts.emplace_back(fact[0].get<std::string>(), fact[1].get<double>());
  return outcome;
}

}  // namespace

Outcome run_apart(const MethodInfo& method, PointsView points, int clusters,
                  const MethodOptions& options, const ApartOptions& how, const Observer& observer) {
  const auto work = [&](const Observer& in_child) {
    reset_peak_memory();
    Team team(how.threads, in_child);
    const auto start = std::chrono::steady_clock::now();
    const MethodRun run = run_method(method, points, clusters, options, how.seed, team);
    nlohmann::json json{{"seconds", seconds_since(start)}, {"peak_mib", peak_memory_mib()}};
    json["labels"] = run.labels;
    nlohmann::json& facts = json["facts"] = nlohmann::json::array();
    for (const Fact& fact : run.facts) facts.push_back({fact.name, fact.value});
    return to_bytes(json);
  };
  const ChildAnswer answer = run_in_child(work, observer, how.time_limit);
  if (!answer.failed()) return from_bytes(answer.bytes);
  Outcome outcome;
  outcome.failure = answer.failure;
  outcome.no_memory = answer.no_memory;
  if (answer.late) outcome.failure += "; raise --time-limit to wait longer";
  return outcome;
}

}  // namespace gnac::cli
