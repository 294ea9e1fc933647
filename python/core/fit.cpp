#include "fit.h"

#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.h"
#include "gnac/certainty.h"
#include "gnac/explain.h"
#include "gnac/hierarchy.h"
#include "gnac/layout.h"
#include "gnac/model.h"
#include "gnac/page.h"
#include "gnac/rule_file.h"
#include "gnac/similarities.h"
#include "observer.h"
#include "options.h"

namespace gnac::python {
namespace {

/// A neighbour relation from Python: (nodes, from, to, distance, [whether those are similarities]);
/// without distances, Euclidean ones.
EdgeList edge_list(const py::tuple& relation) {
  const auto copy = [](const auto& array) {
    const auto values = span_of(array);
    return std::vector(values.begin(), values.end());
  };
  const auto nodes = relation[0].cast<std::int64_t>();
  const auto ends = [&](int side) {
    return whole_numbers(relation[side].cast<py::array>(), 0, nodes - 1, "the ends of an edge");
  };
  const EdgeList list{nodes, ends(1), ends(2), copy(relation[3].cast<DoubleVector>())};
  const bool similar = relation.size() > 4 && relation[4].cast<bool>();
  return similar ? edges_from_similarities(list) : list;
}

/// A model, and its predictor, which the first prediction makes.
struct Fitted {
  Model model;
  std::unique_ptr<Predictor> predictor;
  std::mutex use;  ///< predictions run without the GIL, one at a time
};

using FittedPointer = std::shared_ptr<Fitted>;

/// `rule`: bytes of a rule to deploy, or None for the options' rule.
FittedPointer fit_points(const py::array& array, int clusters, const py::dict& keywords,
                         const py::object& relation, const py::object& rule, py::object callback,
                         const std::vector<std::string>& names) {
  const Options options = options_of(keywords);
  Points made = points_from_floats(array);
  const bool borrowed = made.values.empty();
  const DoubleMatrix doubles = borrowed ? DoubleMatrix(array) : DoubleMatrix();
  FitData data{.points = borrowed ? points_of(doubles) : PointsView(made),
               .table = named_columns(names)};
  EdgeList own;
  if (!relation.is_none()) {
    own = edge_list(relation.cast<py::tuple>());
    data.edges = &own;
  }
  Rule frozen;
  if (!rule.is_none()) {
    frozen = parse_rule(rule.cast<std::string>(), "the rule");
    data.rule = &frozen;
  } else {
    require_use_of(keywords, options.rule == RuleSource::train);
  }
  auto fitted = std::make_shared<Fitted>();
  Watch(std::move(callback)).run([&](const Observer& observer) {
    fitted->model = borrowed ? fit(data, clusters, options, observer)
                             : fit(std::move(made), data, clusters, options, observer);
  });
  return fitted;
}

/// fn(predictor, observer) without the GIL, with the current limits on threads and memory. The
/// predictor is made at first use.
template <class Fn>
auto with_predictor(Fitted& fitted, int threads, double memory_limit_gib, py::object callback,
                    Fn&& fn) {
  return Watch(std::move(callback)).run([&](const Observer& observer) {
    const std::lock_guard lock(fitted.use);
    fitted.model.options.threads = threads;
    fitted.model.options.memory_limit_gib = memory_limit_gib;
    if (!fitted.predictor) fitted.predictor = std::make_unique<Predictor>(fitted.model, observer);
    return fn(*fitted.predictor, observer);
  });
}

py::tuple predict_points(Fitted& fitted, const DoubleMatrix& array, int threads,
                         double memory_limit_gib, py::object callback) {
  const PointsView points = points_of(array);
  Prediction found = with_predictor(fitted, threads, memory_limit_gib, std::move(callback),
                                    [&](const Predictor& predictor, const Observer& observer) {
                                      return predictor.predict(points, observer);
                                    });
  const std::int64_t columns = std::ssize(found.states) / std::max<std::int64_t>(points.n, 1);
  return py::make_tuple(to_array(std::move(found.labels)),
                        to_array(std::move(found.states), {points.n, columns}));
}

/// A matrix that the model computes on demand, without the GIL.
template <class Compute>
auto computed(Compute compute) {
  return [compute](Fitted& fitted, int threads, double memory_limit_gib, py::object callback) {
    auto [values, columns] = Watch(std::move(callback)).run([&](const Observer& observer) {
      const std::lock_guard lock(fitted.use);
      fitted.model.options.threads = threads;
      fitted.model.options.memory_limit_gib = memory_limit_gib;
      return compute(fitted.model, observer);
    });
    const std::int64_t rows = std::ssize(values) / std::max<std::int64_t>(columns, 1);
    return to_array(std::move(values), {rows, columns});
  };
}

std::pair<std::vector<float>, std::int64_t> membership_matrix(const Model& model,
                                                              const Observer& observer) {
  return {memberships(model, observer), model.clusters};
}

std::pair<std::vector<double>, std::int64_t> outlier_column(const Model& model,
                                                            const Observer& observer) {
  return {outlier_scores(model, observer), 1};
}

std::pair<std::vector<std::int32_t>, std::int64_t> flagged_column(const Model& model,
                                                                  const Observer& observer) {
  return {labels_without_outliers(model, observer), 1};
}

std::pair<std::vector<double>, std::int64_t> linkage_matrix(const Model& model,
                                                            const Observer& observer) {
  std::vector<double> values;
  for (const Merge& merge : hierarchy(model, observer)) {
    for (const double value : {static_cast<double>(merge.a), static_cast<double>(merge.b),
                               merge.height, static_cast<double>(merge.size)})
      values.push_back(value);
  }
  return {std::move(values), 4};
}

std::pair<std::vector<double>, std::int64_t> map_matrix(const Model& model,
                                                        const Observer& observer) {
  return {layout(model, 2, observer).values, 2};
}

/// New points on a map of the fitted ones.
py::array_t<double> place_points(Fitted& fitted, const DoubleMatrix& map, const DoubleMatrix& array,
                                 int threads, double memory_limit_gib, py::object callback) {
  const PointsView fitted_places = points_of(map);
  const PointsView points = points_of(array);
  Points found = Watch(std::move(callback)).run([&](const Observer& observer) {
    const std::lock_guard lock(fitted.use);
    fitted.model.options.threads = threads;
    fitted.model.options.memory_limit_gib = memory_limit_gib;
    return place_on_map(fitted.model, fitted_places, points, observer);
  });
  return to_array(std::move(found.values), {found.n, found.d});
}

py::array_t<float> predict_memberships(Fitted& fitted, const DoubleMatrix& array, int threads,
                                       double memory_limit_gib, py::object callback) {
  const PointsView points = points_of(array);
  auto found = with_predictor(fitted, threads, memory_limit_gib, std::move(callback),
                              [&](const Predictor& predictor, const Observer& observer) {
                                return predictor.memberships(points, observer);
                              });
  return to_array(std::move(found), {points.n, std::int64_t{fitted.model.clusters}});
}

py::array_t<double> predict_outlier_scores(Fitted& fitted, const DoubleMatrix& array, int threads,
                                           double memory_limit_gib, py::object callback) {
  const PointsView points = points_of(array);
  return to_array(with_predictor(fitted, threads, memory_limit_gib, std::move(callback),
                                 [&](const Predictor& predictor, const Observer& observer) {
                                   return predictor.outlier_scores(points, observer);
                                 }));
}

/// A table column by column, to describe clusters by.
struct Table {
  std::vector<std::vector<double>> numbers;
  ExplainData data;  ///< without the numbers

  void add_number(const std::string& name, std::vector<double> values, bool is_date) {
    numbers.push_back(std::move(values));
    data.columns.push_back(name);
    data.dates.push_back(is_date);
  }
  void add_category(const std::string& name, std::vector<std::string> values) {
    data.categories.push_back({name, std::move(values)});
  }
};

/// The result of explain() as rows of a data frame.
py::list explain_clusters(Fitted& fitted, const Table& table, int threads, py::object callback) {
  ExplainData data = table.data;
  Points points{{}, 0, std::ssize(table.numbers)};
  for (const auto& column : table.numbers) points.n = std::max(points.n, std::ssize(column));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (const auto& column : table.numbers) points.values.push_back(column[i]);
  }
  data.points = points;
  const auto stories = Watch(std::move(callback)).run([&](const Observer& observer) {
    const std::lock_guard lock(fitted.use);
    fitted.model.options.threads = threads;
    return explain(fitted.model, data, observer);
  });
  py::list rows;
  for (const ClusterStory& story : stories) {
    std::vector<std::string> traits, terms;
    for (const Trait& trait : story.traits) traits.push_back(trait_text(trait));
    for (const Term& term : story.terms) terms.push_back(term.text);
    py::dict row;
    row["cluster"] = story.label;
    row["name"] = story.name;
    row["size"] = story.size;
    row["confidence"] = story.confidence;
    row["traits"] = traits;
    row["rule"] = rule_text(story);
    row["precision"] = story.precision;
    row["recall"] = story.recall;
    row["terms"] = terms;
    row["medoid"] = story.typical.front();
    row["typical"] = story.typical;
    row["doubtful"] = story.doubtful;
    rows.append(row);
  }
  return rows;
}

/// Borrows the new points from `given`.
PageExtras page_extras(const py::dict& given) {
  PageExtras extras{.title = given["title"].cast<std::string>(),
                    .columns = given["columns"].cast<std::vector<std::string>>(),
                    .ids = given["ids"].cast<std::vector<std::string>>(),
                    .reference = given["reference"].cast<std::vector<std::int32_t>>()};
  extras.labels = given["labels"].cast<std::vector<std::int32_t>>();
  extras.texts = given["texts"].cast<std::vector<std::string>>();
  extras.rows = given["rows"].cast<std::vector<std::int64_t>>();
  if (!given.contains("new")) return extras;
  extras.newcomers = {.points = points_of(given["new"].cast<DoubleMatrix>()),
                      .labels = given["new_labels"].cast<std::vector<std::int32_t>>(),
                      .ids = given["new_ids"].cast<std::vector<std::string>>()};
  return extras;
}

/// The page as text, or, with a path, as a file.
py::object page_of(Fitted& fitted, const std::optional<std::string>& path, const py::dict& given,
                   int threads, py::object callback) {
  const PageExtras extras = page_extras(given);
  const std::string html = Watch(std::move(callback)).run([&](const Observer& observer) {
    const std::lock_guard lock(fitted.use);
    fitted.model.options.threads = threads;
    if (!path) return page_html(fitted.model, extras, observer);
    write_page(fitted.model, *path, extras, observer);
    return std::string();
  });
  return path ? py::object(py::none()) : py::object(py::str(html));
}

py::dict count_scores(const Fitted& fitted) {
  py::dict out;
  for (const ClusterCount& c : fitted.model.counts) out[py::int_(c.clusters)] = c.score;
  return out;
}

py::array_t<std::int32_t> edge_array(const Fitted& fitted) {
  std::vector<std::int32_t> flat;
  flat.reserve(2 * fitted.model.graph.edges.size());
  for (const Edge& edge : fitted.model.graph.edges) {
    flat.push_back(edge.i);
    flat.push_back(edge.j);
  }
  const auto edges = static_cast<py::ssize_t>(fitted.model.graph.edges.size());
  return to_array(std::move(flat), {edges, 2});
}

py::dict history(const Fitted& fitted) {
  py::dict out;
  const auto add = [&](std::string_view name, double LossTerms::*term) {
    std::vector<double> values;
    for (const LossTerms& epoch : fitted.model.training.history) values.push_back(epoch.*term);
    out[py::cast(name)] = to_array(std::move(values));
  };
  add("total", &LossTerms::total);
  for (const LossTermInfo& term : loss_terms()) add(term.name, term.value);
  return out;
}

py::tuple checkpoints(const Fitted& fitted) {
  std::vector<std::int32_t> steps;
  std::vector<double> correlations;
  for (const Checkpoint& checkpoint : fitted.model.evolution.checkpoints) {
    steps.push_back(checkpoint.step);
    correlations.push_back(checkpoint.correlation);
  }
  return py::make_tuple(to_array(std::move(steps)), to_array(std::move(correlations)));
}

py::dict seconds(const Fitted& fitted) {
  const Timings& t = fitted.model.timings;
  py::dict out;
  out["graph"] = t.graph;
  out["train"] = t.train;
  out["evolve"] = t.evolve;
  out["readout"] = t.readout;
  return out;
}

/// A property that copies an array out of the model.
template <class Get>
auto copied(Get get) {
  return [get](const Fitted& fitted) {
    auto values = get(fitted.model);
    return to_array(std::move(values));
  };
}

py::dict rule_info(const std::string& bytes) {
  const Rule rule = parse_rule(bytes, "the rule");
  py::dict out;
  out["universal"] = rule.shape.form == RuleForm::universal;
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

void add_model(py::module_& module) {
  py::class_<Table>(module, "Table")
      .def(py::init<>())
      .def("add_number", &Table::add_number)
      .def("add_category", &Table::add_category)
      .def_property(
          "texts", [](const Table& table) { return table.data.texts; },
          [](Table& table, std::vector<std::string> texts) {
            table.data.texts = std::move(texts);
          });
  py::class_<Fitted, FittedPointer>(module, "Model")
      .def("predict", predict_points, py::arg("points"), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("predict_memberships", predict_memberships, py::arg("points"), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("predict_outlier_scores", predict_outlier_scores, py::arg("points"), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("memberships", computed(membership_matrix), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("outlier_scores", computed(outlier_column), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("labels_without_outliers", computed(flagged_column), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("linkage", computed(linkage_matrix), py::arg("threads"), py::arg("memory_limit_gib"),
           py::arg("callback"))
      .def("map", computed(map_matrix), py::arg("threads"), py::arg("memory_limit_gib"),
           py::arg("callback"))
      .def("place", place_points, py::arg("map"), py::arg("points"), py::arg("threads"),
           py::arg("memory_limit_gib"), py::arg("callback"))
      .def("doubt", [](const Fitted& f) { return doubt_about(f.model); })
      .def_property_readonly("counts", count_scores)
      .def_property_readonly("confidence", [](const Fitted& f) { return f.model.confidence.fit; })
      .def_property_readonly("cluster_confidence",
                             copied([](const Model& m) { return m.confidence.clusters; }))
      .def("explain", explain_clusters, py::arg("table"), py::arg("threads"), py::arg("callback"))
      .def("page", page_of, py::arg("path"), py::arg("given"), py::arg("threads"),
           py::arg("callback"))
      .def("bytes", [](const Fitted& f) { return py::bytes(model_bytes(f.model)); })
      .def("rule_bytes",
           [](const Fitted& f) -> py::object {
             if (f.model.rule.values.empty()) return py::none();
             return py::bytes(rule_bytes(f.model.rule));
           })
      .def("save", [](const Fitted& f, const std::string& path) { write_model(f.model, path); })
      .def_static("parse",
                  [](const std::string& bytes) {
                    auto fitted = std::make_shared<Fitted>();
                    fitted->model = parse_model(bytes, "the model");
                    return fitted;
                  })
      .def_static("load",
                  [](const std::string& path) {
                    auto fitted = std::make_shared<Fitted>();
                    fitted->model = read_model(path);
                    return fitted;
                  })
      .def_property_readonly("clusters", [](const Fitted& f) { return f.model.clusters; })
      .def_property_readonly("features", [](const Fitted& f) { return f.model.points.d; })
      .def_property_readonly("feature_names",
                             [](const Fitted& f) {
                               return f.model.table.named ? feature_names(f.model.table)
                                                          : std::vector<std::string>();
                             })
      .def_property_readonly("own_graph", [](const Fitted& f) { return f.model.own_graph; })
      .def_property_readonly("options",
                             [](const Fitted& f) { return keywords_of(f.model.options); })
      .def_property_readonly("labels", copied([](const Model& m) { return m.labels(); }))
      .def_property_readonly("domain",
                             [](const Fitted& f) {
                               std::vector<float> values = f.model.evolution.states;
                               const auto n = f.model.points.n;
                               const auto columns = std::ssize(values) / n;
                               return to_array(std::move(values), {n, columns});
                             })
      .def_property_readonly("edges", edge_array)
      .def_property_readonly("distance", copied([](const Model& m) { return m.graph.distance; }))
      .def_property_readonly("domain_distance",
                             copied([](const Model& m) { return m.evolution.edge_distance; }))
      .def_property_readonly("conductance",
                             copied([](const Model& m) { return m.evolution.conductance; }))
      .def_property_readonly("affinity",
                             copied([](const Model& m) { return m.partition.affinity; }))
      .def_property_readonly("components", [](const Fitted& f) { return f.model.graph.components; })
      .def_property_readonly("history", history)
      .def_property_readonly("best_epoch",
                             [](const Fitted& f) { return f.model.training.best_epoch; })
      .def_property_readonly("steps", [](const Fitted& f) { return f.model.evolution.steps; })
      .def_property_readonly("checkpoints", checkpoints)
      .def_property_readonly("seconds", seconds);
}

}  // namespace

void add_fit(py::module_& module) {
  using py::arg;
  add_model(module);
  module.def("fit", fit_points, arg("points"), arg("clusters"), arg("options"), arg("relation"),
             arg("rule"), arg("callback"), arg("names"));
  module.def("rule_info", rule_info, arg("rule"));
  module.def(
      "save_rule",
      [](const std::string& path, const std::string& bytes) {
        write_rule(parse_rule(bytes, "the rule"), path);
      },
      arg("path"), arg("rule"));
  module.def(
      "load_rule", [](const std::string& path) { return py::bytes(rule_bytes(read_rule(path))); },
      arg("path"));
}

}  // namespace gnac::python
