#include "model/check_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "graph/check.h"
#include "model/universal_rule.h"

namespace gnac::detail {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error("the model is inconsistent: " + what + "; take it from fit() or read_model()");
}

/// An array that has one entry for each of `wanted`, or is empty.
template <class Array>
void require_size(const Array& array, std::int64_t wanted, const char* what) {
  if (!array.empty() && std::ssize(array) != wanted)
    refuse(fmt::format("it has {} {} instead of {}", array.size(), what, wanted));
}

void check_scaling(const InputScaling& scaling, std::int64_t columns) {
  require_size(scaling.centre, columns, "centres of its scaling");
  require_size(scaling.bend_divisor, columns, "bends of its scaling");
  if (scaling.divisor.size() != scaling.centre.size() ||
      scaling.bend_centre.size() != scaling.bend_divisor.size() ||
      (!scaling.ranked.empty() && (columns == 0 || std::ssize(scaling.ranked) % columns != 0)))
    refuse("the arrays of its scaling disagree");
}

}  // namespace

void check_rule(const Rule& rule, std::int64_t columns) {
  try {
    parse_rule(rule_bytes(rule), "it");  // which checks every field
  } catch (const Error& error) {
    throw Error(std::string("the rule is inconsistent: ") + error.what() +
                "; take it from a fit or read_rule()");
  }
  if (rule.shape.form == RuleForm::universal && columns == 0 &&
      feature_set(rule) == FeatureSet::coordinates)
    throw Error("the rule sees coordinates, but there are only edges; use a rule for graphs");
}

void require_evolved(const Model& model) {
  const Graph& graph = model.graph;
  if (graph.edge_of.empty() && !graph.edges.empty())
    throw Error("the model was fitted for its labels alone and has kept nothing else; fit again");
  check_graph(graph);
  validate(model.options);
  const PointsView points = model.points;
  if ((points.d > 0 && points.n != graph.nodes) || points.n < 0 || points.d < 0 ||
      std::ssize(model.points.values) != points.n * points.d)
    refuse(fmt::format("it has {} values for {} points of {} columns and {} nodes",
                       model.points.values.size(), points.n, points.d, graph.nodes));
  if (!model.table.columns.empty() && point_columns(model.table) != points.d)
    refuse(fmt::format("its table was read as {} columns, its points have {}",
                       point_columns(model.table), points.d));
  if (!model.table.rows.empty() && (points.d == 0 || std::ssize(model.table.rows) % points.d != 0))
    refuse("the rows of its table have another length than its points");
  check_scaling(model.scaling, points.d);
  if (!model.rule.values.empty()) check_rule(model.rule, points.d);
  const auto edges = std::ssize(graph.edges);
  const Evolution& evolution = model.evolution;
  require_size(evolution.states, graph.nodes * state_columns(model.rule.shape), "states");
  require_size(evolution.conductance, edges, "conductances");
  require_size(evolution.edge_distance, edges, "domain distances");
  require_size(model.partition.affinity, edges, "affinities");
  require_size(model.labels(), graph.nodes, "labels");
  require_size(model.confidence.clusters, model.clusters, "confidences of clusters");
  if (evolution.steps < 0) refuse(fmt::format("it evolved {} steps", evolution.steps));
  for (const std::int32_t label : model.labels()) {
    if (label < 0 || label >= model.clusters)
      refuse(fmt::format("it has a label {} and {} clusters", label, model.clusters));
  }
}

void require_whole(const Model& model) {
  require_evolved(model);
  if (model.labels().empty()) refuse("it has no labels");
}

}  // namespace gnac::detail
