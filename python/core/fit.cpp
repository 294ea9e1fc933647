#include "fit.h"

#include <chrono>
#include <string>
#include <utility>

#include "arrays.h"
#include "data/rule_file.h"
#include "data/scaling.h"
#include "gnac/cluster.h"
#include "observer.h"
#include "options.h"
#include "results.h"
#include "support/files.h"

namespace gnac::python {
namespace {

/// (nodes, from, to, distance) as Python hands over a neighbour relation; no distances: Euclidean
/// ones.
EdgeList edge_list(const py::tuple& relation) {
  const auto copy = [](const auto& array) {
    const auto values = span_of(array);
    return std::vector(values.begin(), values.end());
  };
  const auto nodes = relation[0].cast<std::int64_t>();
  const auto ends = [&](int side) {
    return whole_numbers(relation[side].cast<py::array>(), 0, nodes - 1, "the ends of an edge");
  };
  return {nodes, ends(1), ends(2), copy(relation[3].cast<DoubleVector>())};
}

/// Graph, then partition: by training where there is no rule, by the rule where there is one.
py::dict run(const Rule* rule, const Points& points, int clusters, const Options& options,
             const py::object& relation, py::object callback, Result& result) {
  EdgeList own;
  if (!relation.is_none()) own = edge_list(relation.cast<py::tuple>());
  Graph graph;
  Watch(std::move(callback)).run([&](const Observer& observer) {
    const auto start = std::chrono::steady_clock::now();
    graph = own.nodes > 0 ? graph_from_edges(own, points, options, observer)
                          : build_graph(points, options, observer);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    result = rule != nullptr ? deploy(*rule, points, graph, clusters, options, observer)
                             : cluster(points, graph, clusters, options, observer);
    result.timings.graph = seconds.count();
  });
  return result_dict(result, graph);
}

py::dict fit(const DoubleMatrix& array, int clusters, const py::dict& keywords,
             const std::string& scale, const py::object& relation, py::object callback) {
  const Options options = options_of(keywords);
  const InputScaling scaling = fit_scaling(points_of(array), parse_scale(scale));
  Points points = apply_scaling(points_of(array), scaling);
  Result result;
  py::dict out = run(nullptr, points, clusters, options, relation, std::move(callback), result);
  result.training.rule.scaling = scaling;
  out["rule"] = py::bytes(rule_bytes(result.training.rule));
  out["points"] = to_array(std::move(points.values), {points.n, points.d});
  return out;
}

py::dict deploy_rule(const std::string& bytes, const DoubleMatrix& array, int clusters,
                     const py::dict& keywords, const py::object& relation, py::object callback) {
  const Options options = options_of(keywords);
  const Rule rule = parse_rule(bytes, "the rule");
  const Points points = apply_scaling(points_of(array), rule.scaling);
  Result result;
  return run(&rule, points, clusters, options, relation, std::move(callback), result);
}

/// `fitted` holds the points as they were scaled by the fit.
py::tuple predict_points(const std::string& bytes, const DoubleMatrix& fitted,
                         const IntVector& labels, const FloatMatrix& domain, int steps,
                         const DoubleMatrix& array, const py::dict& keywords, py::object callback) {
  const Options options = options_of(keywords);
  const Rule rule = parse_rule(bytes, "the rule");
  const Points points = apply_scaling(points_of(array), rule.scaling);
  const Fitted known{points_of(fitted), span_of(labels), span_of(domain), steps};
  Prediction found = Watch(std::move(callback)).run([&](const Observer& observer) {
    return predict(rule, known, points, options, observer);
  });
  return py::make_tuple(to_array(std::move(found.labels)),
                        to_array(std::move(found.domain), {points.n, rule.shape.domain}));
}

py::dict rule_info(const std::string& bytes) {
  const Rule rule = parse_rule(bytes, "the rule");
  py::dict out;
  out["features"] = rule.shape.features;
  out["hidden"] = rule.shape.hidden;
  out["domain"] = rule.shape.domain;
  out["seed_dim"] = rule.shape.seed_dim;
  out["width"] = rule.shape.width;
  out["activation"] = to_string(rule.shape.activation);
  out["update_scale"] = rule.update_scale;
  out["seed_scale"] = rule.seed_scale;
  out["n_neighbors"] = rule.neighbors;
  out["random_state"] = rule.seed;
  return out;
}

}  // namespace

void add_fit(py::module_& module) {
  using py::arg;
  module.def("fit", fit, arg("points"), arg("clusters"), arg("options"), arg("scale"),
             arg("relation"), arg("callback"));
  module.def("deploy", deploy_rule, arg("rule"), arg("points"), arg("clusters"), arg("options"),
             arg("relation"), arg("callback"));
  module.def("predict", predict_points, arg("rule"), arg("fitted"), arg("labels"), arg("domain"),
             arg("steps"), arg("points"), arg("options"), arg("callback"));
  module.def("rule_info", rule_info, arg("rule"));
  module.def(
      "save_rule",
      [](const std::string& path, const std::string& bytes) {
        write_files({{path, bytes}});
      },
      arg("path"), arg("rule"));
  module.def(
      "load_rule", [](const std::string& path) { return py::bytes(rule_bytes(read_rule(path))); },
      arg("path"));
}

}  // namespace gnac::python
