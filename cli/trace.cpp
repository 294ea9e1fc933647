#include "trace.h"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "automaton/kernels/kernels.h"
#include "gnac/version.h"
#include "json.h"

namespace gnac::cli {
namespace {

using Json = nlohmann::ordered_json;

Json options_json(const Run& run) {
  Json json = Json::object();
  for (const OptionInfo* info : run.settable) {
    if (info->name == "threads" || info->name == "memory_limit_gib") continue;
    json[std::string(info->name)] = std::visit(
        [&](auto field) -> Json {
          const auto value = run.options.*field;
          if constexpr (std::is_enum_v<decltype(value)>) {
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
  const auto column = [&](std::string_view name, double LossTerms::*term) {
    Json& values = losses[std::string(name)] = Json::array();
    for (const LossTerms& epoch : training.history) values.push_back(json_number(epoch.*term));
  };
  column("total", &LossTerms::total);
  for (const LossTermInfo& term : loss_terms()) column(term.name, term.value);
  return {{"epochs", training.history.size()},
          {"best_epoch", training.best_epoch},
          {"no_pairs", training.no_pairs},
          {"losses", losses}};
}

Json evolution_json(const Evolution& evolution) {
  Json checkpoints = Json::array();
  for (const Checkpoint& c : evolution.checkpoints) {
    checkpoints.push_back({{"step", c.step}, {"rho", json_number(c.correlation)}});
  }
  return {{"t_star", evolution.steps}, {"stable", evolution.stable}, {"checkpoints", checkpoints}};
}

Json readout_json(const Run& run) {
  const Partition& partition = run.model.partition;
  Json eigenvalues = Json::array();
  for (const double value : partition.eigenvalues) eigenvalues.push_back(json_number(value));
  return {{"by_components", partition.by_components},
          {"readout", partition.readout},
          {"solver", partition.solver},
          {"eigenvalues", eigenvalues},
          {"residual", json_number(partition.residual)},
          {"sizes", cluster_sizes(run)}};
}

Json counts_json(const std::vector<ClusterCount>& counts) {
  Json json = Json::array();
  for (const ClusterCount& c : counts)
    json.push_back({{"k", c.clusters}, {"score", json_number(c.score)}});
  return json;
}

Json timings_json(const Run& run) {
  const Timings& t = run.model.timings;
  return {{"threads", thread_count(run.options)},
          {"target", kernels().target},
          {"graph", t.graph},
          {"train", t.train},
          {"evolve", t.evolve},
          {"readout", t.readout},
          {"total", t.total()}};
}

/// The members that every method has, with `options` as used.
Json head_json(const Run& run, std::string_view method, const Json& options) {
  return {{"version", version()}, {"command", run.command},
          {"method", method},     {"seed", run.options.seed},
          {"n", run.n},           {"d", run.d},
          {"k", run.clusters},    {"scale", run.scale},
          {"options", options}};
}

Json other_json(const Run& run) {
  const OtherMethod& other = *run.other;
  Json json = head_json(run, other.method->name, method_options_json(*other.method, other.options));
  Json& facts = json["facts"] = Json::object();
  for (const Fact& fact : other.facts) facts[std::string(fact.name)] = json_number(fact.value);
  json["sizes"] = cluster_sizes(run);
  json["timings"] = {{"threads", thread_count(run.options)}, {"total", other.seconds}};
  return json;
}

Json gnac_json(const Run& run) {
  const Model& model = run.model;
  Json json = head_json(run, "gnac", options_json(run));
  json["graph"] = {{"edges", model.graph.edges.size()},
                   {"components", model.graph.components},
                   {"sigma", json_number(model.graph.sigma)}};
  json["graph"]["search"] = to_string(model.graph.search);
  if (model.graph.search == NeighborSearch::approximate)
    json["graph"]["recall"] = model.graph.recall;
  if (!model.training.history.empty()) json["training"] = training_json(model.training);
  json["evolution"] = evolution_json(model.evolution);
  json["readout"] = readout_json(run);
  if (!model.counts.empty()) json["counts"] = counts_json(model.counts);
  if (!model.confidence.clusters.empty()) {
    json["confidence"] = {{"fit", json_number(model.confidence.fit)},
                          {"clusters", model.confidence.clusters},
                          {"open", json_number(model.confidence.open)}};
  }
  json["timings"] = timings_json(run);
  return json;
}

}  // namespace

std::string trace_json(const Run& run) {
  return (run.other ? other_json(run) : gnac_json(run)).dump(1) + "\n";
}

}  // namespace gnac::cli
