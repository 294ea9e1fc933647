#include "results.h"

#include <string>
#include <utility>
#include <vector>

#include "arrays.h"

namespace gnac::python {
namespace {

py::array_t<std::int32_t> edge_array(const std::vector<Edge>& edges) {
  std::vector<std::int32_t> flat;
  flat.reserve(2 * edges.size());
  for (const Edge& edge : edges) {
    flat.push_back(edge.i);
    flat.push_back(edge.j);
  }
  return to_array(std::move(flat), {static_cast<py::ssize_t>(edges.size()), 2});
}

py::dict history_dict(const std::vector<LossTerms>& history) {
  py::dict out;
  const auto add = [&](const char* name, double LossTerms::*term) {
    std::vector<double> values;
    values.reserve(history.size());
    for (const LossTerms& epoch : history) values.push_back(epoch.*term);
    out[name] = to_array(std::move(values));
  };
  add("total", &LossTerms::total);
  add("smoothness", &LossTerms::smoothness);
  add("variance", &LossTerms::variance);
  add("covariance", &LossTerms::covariance);
  add("dispersion", &LossTerms::dispersion);
  add("temporal", &LossTerms::temporal);
  return out;
}

void add_evolution(py::dict& out, Evolution& evolution, std::int64_t nodes) {
  std::vector<double> correlations;
  std::vector<std::int32_t> steps;
  for (const Checkpoint& checkpoint : evolution.checkpoints) {
    correlations.push_back(checkpoint.correlation);
    steps.push_back(checkpoint.step);
  }
  const auto columns = std::ssize(evolution.domain) / nodes;
  out["steps"] = evolution.steps;
  out["stable"] = evolution.stable;
  out["checkpoints"] = to_array(std::move(steps));
  out["correlations"] = to_array(std::move(correlations));
  out["domain"] = to_array(std::move(evolution.domain), {nodes, columns});
  out["domain_distance"] = to_array(std::move(evolution.edge_distance));
  out["conductance"] = to_array(std::move(evolution.conductance));
}

}  // namespace

py::dict result_dict(Result& result, Graph& graph) {
  py::dict out;
  add_evolution(out, result.evolution, graph.nodes);
  out["labels"] = to_array(std::move(result.labels));
  out["edges"] = edge_array(graph.edges);
  out["distance"] = to_array(std::move(graph.distance));
  out["components"] = result.components;
  out["affinity"] = to_array(std::move(result.partition.affinity));
  out["eigenvalues"] = to_array(std::move(result.partition.eigenvalues));
  out["solver"] = result.partition.solver;
  out["history"] = history_dict(result.training.history);
  out["best_epoch"] = result.training.best_epoch;
  py::dict seconds;
  seconds["graph"] = result.timings.graph;
  seconds["train"] = result.timings.train;
  seconds["evolve"] = result.timings.evolve;
  seconds["readout"] = result.timings.readout;
  out["seconds"] = seconds;
  return out;
}

}  // namespace gnac::python
