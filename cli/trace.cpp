#include "trace.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "automaton/kernels/kernels.h"
#include "gnac/version.h"

namespace gnac::cli {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json options_json(const Run& run) {
  Json json = Json::object();
  for (const OptionInfo* info : run.settable) {
    if (info->name == "threads" || info->name == "memory_limit_gib") continue;
    json[std::string(info->name)] = std::visit(
        [&](auto field) -> Json {
          const auto value = run.options.*field;
          if constexpr (std::is_same_v<decltype(value), const Activation>) {
            return std::string(to_string(value));
          } else {
            return value;
          }
        },
        info->field);
  }
  return json;
}

Json training_json(const Training& training) {
  Json losses;
  const auto column = [&](const char* name, double LossTerms::*term) {
    Json& values = losses[name] = Json::array();
    for (const LossTerms& epoch : training.history) values.push_back(number(epoch.*term));
  };
  column("total", &LossTerms::total);
  column("smoothness", &LossTerms::smoothness);
  column("variance", &LossTerms::variance);
  column("covariance", &LossTerms::covariance);
  column("dispersion", &LossTerms::dispersion);
  column("temporal", &LossTerms::temporal);
  return {{"epochs", training.history.size()},
          {"best_epoch", training.best_epoch},
          {"no_pairs", training.no_pairs},
          {"losses", losses}};
}

Json evolution_json(const Evolution& evolution) {
  Json checkpoints = Json::array();
  for (const Checkpoint& c : evolution.checkpoints) {
    checkpoints.push_back({{"step", c.step}, {"rho", number(c.correlation)}});
  }
  return {{"t_star", evolution.steps}, {"stable", evolution.stable}, {"checkpoints", checkpoints}};
}

Json readout_json(const Result& result) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(result.clusters));
  for (const std::int32_t label : result.labels) ++sizes[label];
  Json eigenvalues = Json::array();
  for (const double value : result.partition.eigenvalues) eigenvalues.push_back(number(value));
  return {{"by_components", result.partition.by_components},
          {"solver", result.partition.solver},
          {"eigenvalues", eigenvalues},
          {"residual", number(result.partition.residual)},
          {"sizes", sizes}};
}

Json timings_json(const Run& run) {
  const Timings& t = run.result.timings;
  return {{"threads", thread_count(run.options)},
          {"target", kernels().target},
          {"graph", t.graph},
          {"train", t.train},
          {"evolve", t.evolve},
          {"readout", t.readout},
          {"total", t.total()}};
}

}  // namespace

std::string trace_json(const Run& run) {
  Json json{{"version", version()},
            {"command", run.command},
            {"seed", run.options.seed},
            {"n", run.n},
            {"d", run.d},
            {"k", run.result.clusters},
            {"scale", run.scale},
            {"options", options_json(run)}};
  json["graph"] = {{"edges", run.result.edges},
                   {"components", run.result.components},
                   {"sigma", number(run.graph.sigma)}};
  if (!run.result.training.history.empty()) json["training"] = training_json(run.result.training);
  json["evolution"] = evolution_json(run.result.evolution);
  json["readout"] = readout_json(run.result);
  json["timings"] = timings_json(run);
  return json.dump(1) + "\n";
}

}  // namespace gnac::cli
