// fit(): the path of the data, one call per stage.
#include "model/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "automaton/evolve.h"
#include "automaton/universal.h"
#include "gnac/error.h"
#include "graph/adjacency.h"
#include "graph/build.h"
#include "graph/check.h"
#include "graph/scale_free.h"
#include "model/answer.h"
#include "model/check_model.h"
#include "model/distinct_cells.h"
#include "model/fit_memory.h"
#include "model/row_order.h"
#include "model/universal_rule.h"
#include "support/free_memory.h"
#include "support/memory.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

void check_clusters(std::int64_t n, int clusters) {
  if (clusters >= 1 && clusters <= n) return;
  throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                          clusters, n, n));
}

bool is_universal(const Rule& rule) {
  return rule.shape.form == RuleForm::universal;
}

/// Only the universal rule's conductance tells one number of clusters from another.
void require_universal(const FitData& data, const Options& options) {
  const bool universal =
      data.rule != nullptr ? is_universal(*data.rule) : options.rule == RuleSource::universal;
  if (universal) return;
  throw Error("only the universal rule can choose the number of clusters; give the number (-k)");
}

void check(const FitData& data, const Options& options) {
  validate(options);
  const std::int64_t n = data.points.n;
  if (data.points.d > 0 || data.edges == nullptr) check_points(data.points);
  if (data.rule != nullptr) check_rule(*data.rule, data.points.d);
  if (!data.table.columns.empty() && point_columns(data.table) != data.points.d)
    throw Error(fmt::format("the table was read as {} columns, but the points have {}",
                            point_columns(data.table), data.points.d));
  const bool sees_coordinates = data.rule != nullptr && !is_universal(*data.rule);
  const std::int64_t columns =
      std::max<std::int64_t>(data.points.d, 1);  // without columns: one column of zeros
  if (sees_coordinates && columns != data.rule->shape.features) {
    throw Error(
        fmt::format("the rule was trained on {} columns but the points have {}; give the same "
                    "columns in the same order",
                    data.rule->shape.features, data.points.d));
  }
  if (data.graph == nullptr) return;
  if (data.graph->nodes != n) {
    throw Error(
        fmt::format("the graph has {} nodes but there are {} points", data.graph->nodes, n));
  }
  check_graph(*data.graph);
}

/// A rule of the published form sees coordinates, and its file can only hold an affine map of them.
void refuse_for_published(const FitData& data, const Options& options) {
  const bool published =
      trains(data, options) || (data.rule != nullptr && !is_universal(*data.rule));
  if (published && options.metric != Metric::euclidean) {
    throw Error(
        "a rule that is trained on the points knows Euclidean distances alone; leave out metric " +
        std::string(to_string(options.metric)) + ", or use the universal rule");
  }
  if (!trains(data, options) ||
      (options.scale != ScaleMode::rank && options.scale != ScaleMode::table))
    return;
  throw Error(fmt::format(
      "a rule that is trained on the points cannot use scale {}; choose another scale, or the "
      "universal rule",
      to_string(options.scale)));
}

/// The scaling and the metric that the columns suggest, if they are left to us. A rule that is
/// trained on the points can only keep an affine map of them, and Euclidean distances.
void choose_automatic(Model& model, const FitData& data) {
  Options& options = model.options;
  const bool given = data.rule != nullptr && !is_universal(*data.rule);
  const bool affine = trains(data, options);
  if (data.points.d == 0 || given || affine) {
    if (options.metric == Metric::automatic) options.metric = Metric::euclidean;
    if (data.points.d == 0 || given) return;
  }
  const bool asked = options.scale != ScaleMode::automatic && options.metric != Metric::automatic;
  ScaleChoice choice =
      choose_scale(data.points, indicator_count(data.table), options.scale, options.metric);
  const bool keeps = affine && options.scale == ScaleMode::automatic;
  options.scale = keeps && choice.scale == ScaleMode::table ? ScaleMode::standard : choice.scale;
  options.metric = choice.metric;
  if (!asked) model.scale_reason = std::move(choice.reason);
}

InputScaling choose_scaling(const FitData& data, const Options& options) {
  if (data.rule != nullptr && !is_universal(*data.rule)) return data.rule->scaling;
  if (data.points.d == 0) return {};
  return fit_scaling(data.points, options.scale, data.table, options.metric);
}

template <class Fn>
auto timed(double& seconds, Fn&& fn) {
  const auto start = std::chrono::steady_clock::now();
  auto value = fn();
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return value;
}

Graph make_graph(const FitData& data, PointsView points, const Options& options, Team& team) {
  if (data.graph != nullptr) return *data.graph;
  if (data.edges != nullptr) return edge_graph(*data.edges, points, options.metric, team);
  return knn_graph(points, options, team);
}

/// Scaled points and their graph.
Model begin_model(const FitData& data, int clusters, const Options& options, const FitPlan& plan,
                  Team& team) {
  check(data, options);
  require_memory(fit_bytes(data, clusters, options, plan), options.memory_limit_gib,
                 fmt::format("a fit of {} points", data.points.n), memory_advice(data, options));
  Model model;
  model.options = options;
  model.options.neighbors = neighbors_for(options, data.points.n);
  choose_automatic(model, data);
  model.table = data.table;
  refuse_for_published(data, model.options);
  model.scaling = choose_scaling(data, model.options);
  model.points = plan.own_points != nullptr
                     ? apply_scaling(std::move(*plan.own_points), model.scaling)
                     : apply_scaling(data.points, model.scaling);
  model.own_graph = data.edges != nullptr || data.graph != nullptr;
  model.graph = timed(model.timings.graph,
                      [&] { return make_graph(data, model.points, model.options, team); });
  return model;
}

/// The published rule: train unless the caller provides one, and evolve.
void run_published(Model& model, const FitData& data, Team& team, const RuleEdit& start) {
  const Options& options = model.options;
  const auto n = model.points.n;
  const auto edges = std::ssize(model.graph.edges);
  const bool training = data.rule == nullptr;
  if (model.points.d == 0) model.points = {std::vector<double>(n), n, 1};  // cells see the graph
  model.rule = training ? initial_rule(options, model.points.d) : *data.rule;
  model.rule.scaling = model.scaling;
  if (training) {
    require_memory(training_bytes(options, n, model.points.d, edges), options.memory_limit_gib,
                   fmt::format("training on {} points", n), memory_advice(data, options));
  }
  require_memory(evolution_bytes(model.rule.shape, n, edges), options.memory_limit_gib,
                 fmt::format("evolving {} points", n), memory_advice(data, options));
  double& layout_seconds = training ? model.timings.train : model.timings.evolve;
  const Cells cells = timed(
      layout_seconds, [&] { return lay_out(model.graph, model.points, model.rule.shape, team); });
  if (training) {
    if (start) start(model.rule);
    model.training = timed(model.timings.train, [&] {
      return train_rule(model.rule, cells, model.graph, options, team);
    });
  }
  model.evolution =
      timed(model.timings.evolve, [&] { return evolve_rule(model.rule, cells, options, team); });
}

/// The universal rule: features of the graph, then a few steps.
void run_universal(Model& model, const FitData& data, Team& team, const FitPlan& plan) {
  model.rule = data.rule != nullptr ? *data.rule : universal_rule(model.points.d > 0);
  const RuleShape& shape = model.rule.shape;
  const auto edges = std::ssize(model.graph.edges);
  require_memory(universal_bytes(shape, model.points.n, edges), model.options.memory_limit_gib,
                 fmt::format("evolving {} points", model.points.n),
                 memory_advice(data, model.options));
  ScaleFree features = timed(model.timings.graph, [&] {
    return scale_free(model.graph, model.points, feature_set(model.rule), team);
  });
  team.report({.stage = Stage::evolve});
  Graph& graph = model.graph;
  if (plan.lean) {
    free_memory(graph.weight, graph.geometry, graph.lists.distance, graph.lists.index);
  }
  model.evolution = timed(model.timings.evolve, [&] {
    UniversalRun run(model.rule, graph, std::move(features), team);
    if (plan.lean) free_memory(graph.neighbor, graph.edge_of);
    Evolution evolution;
    run.start();
    for (int t = 0; t < model.rule.steps; ++t) {
      run.step();
      team.advance(static_cast<double>(t + 1) / model.rule.steps);
    }
    evolution.steps = model.rule.steps;
    evolution.stable = true;
    evolution.conductance = run.conductances();
    if (plan.lean) return evolution;
    evolution.states = run.hidden_states();
    return evolution;
  });
  if (plan.lean) fill_adjacency(graph);
}

void run_rule(Model& model, const FitData& data, Team& team, const RuleEdit& start,
              const FitPlan& plan) {
  const bool given = data.rule != nullptr;
  if (given ? !is_universal(*data.rule) : model.options.rule == RuleSource::train) {
    run_published(model, data, team, start);
  } else if (given || model.options.rule == RuleSource::universal) {
    run_universal(model, data, team, plan);
  }
}

/// Is the answer the same for any order of the points? The published method draws random numbers by
/// row, the nodes of a graph from the caller have nothing but their numbers to tell them apart, and
/// a cut by one view is made in the caller's order, as gnac-mpi makes it.
bool ignores_order(const FitData& data, const Options& options) {
  const bool published =
      data.rule != nullptr ? !is_universal(*data.rule) : options.rule == RuleSource::train;
  return !published && options.readout == ReadoutChoice::agreement && data.points.d > 0 &&
         data.edges == nullptr && data.graph == nullptr;
}

/// A model as its fit saw it, whatever the order of the caller's rows.
struct AsFitted {
  Model model;                        ///< of distinct cells, in the order of row_order()
  std::vector<std::int32_t> order;    ///< of the caller's rows
  std::vector<std::int32_t> cell_of;  ///< per row in that order; empty: each is a cell
};

/// Empty: the fit saw the rows in the caller's order.
std::optional<AsFitted> as_fitted(const Model& model, PointsView points, Team& team) {
  if (!reads_conductance(model) || model.options.readout != ReadoutChoice::agreement ||
      model.points.d == 0 || model.own_graph)
    return std::nullopt;
  AsFitted seen;
  seen.order = row_order(
      points.d > 0 ? points : PointsView(undo_scaling(model.points, model.scaling)), team);
  std::optional<DistinctCells> distinct = distinct_cells(model);
  if (!distinct) {
    seen.model = model;
    sort_rows(seen.model, seen.order, team);
    return seen;
  }
  seen.model = std::move(distinct->model);
  std::vector<std::int32_t> rank(static_cast<std::size_t>(seen.model.graph.nodes), -1);
  std::vector<std::int32_t> cell_order;
  for (const std::int32_t row : seen.order) {
    const std::int32_t cell = distinct->cell_of[row];
    if (rank[cell] < 0) {
      rank[cell] = static_cast<std::int32_t>(cell_order.size());
      cell_order.push_back(cell);
    }
    seen.cell_of.push_back(rank[cell]);
  }
  sort_rows(seen.model, cell_order, team);
  return seen;
}

Model fit_in_order(const FitData& data, int clusters, const Options& options, const FitPlan& plan,
                   Team& team) {
  if (clusters == kChooseClusters) {
    require_universal(data, options);
  } else {
    check_clusters(data.points.n, clusters);
  }
  Model model = begin_model(data, clusters, options, plan, team);
  const bool components_answer = plan.labels_only && model.graph.components == clusters;
  if (!components_answer) run_rule(model, data, team, {}, plan);
  Answer answer = timed(model.timings.readout, [&] { return answer_on(model, clusters, team); });
  model.clusters = answer.clusters;
  model.partition = std::move(answer.partition);
  model.confidence = std::move(answer.confidence);
  model.counts = std::move(answer.counts);
  if (plan.lean) {
    free_memory(model.points.values, model.graph.neighbor, model.graph.edge_of,
                model.graph.lists.index, model.evolution.conductance, model.partition.affinity);
  }
  return model;
}

}  // namespace

Model fit_on(const FitData& data, int clusters, const Options& options, Team& team,
             const FitPlan& plan) {
  if (!ignores_order(data, options)) return fit_in_order(data, clusters, options, plan, team);
  check(data, options);
  const std::vector<std::int32_t> order = row_order(data.points, team);
  Points sorted;
  if (plan.own_points != nullptr) {
    sorted = std::move(*plan.own_points);
    put_in_order(sorted, order);
  } else {
    sorted = rows_in_order(data.points, order, team);
  }
  const std::vector<std::int32_t> cell_of = cells_of_rows(sorted, std::max(clusters, 2));
  if (!cell_of.empty()) keep_first_rows(sorted, cell_of);
  FitData in_order = data;
  in_order.points = sorted;
  FitPlan own = plan;
  own.own_points = &sorted;
  Model model = fit_in_order(in_order, clusters, options, own, team);
  if (!cell_of.empty()) add_copies(model, cell_of);
  restore_rows(model, order, team);
  return model;
}

Model evolve_on(const FitData& data, const Options& options, Team& team, const RuleEdit& start) {
  Model model = begin_model(data, 1, options, {}, team);
  run_rule(model, data, team, start, {});
  return model;
}

double expected_bytes(const FitData& data, int clusters, const Options& options,
                      const FitPlan& plan) {
  validate(options);
  constexpr double kProgram = 16.0 * (1 << 20);
  return kProgram + 8.0 * static_cast<double>(data.points.n * data.points.d) +
         fit_bytes(data, clusters, options, plan);
}

Partition partition_on(const Model& model, int clusters, Team& team) {
  require_evolved(model);
  check_clusters(model.points.n, clusters);
  std::optional<AsFitted> seen = as_fitted(model, {}, team);
  if (!seen) return answer_on(model, clusters, team).partition;
  // More clusters than there are distinct points separate equal ones, as in a fit.
  if (clusters > seen->model.graph.nodes) return answer_on(model, clusters, team).partition;
  seen->model.partition = answer_on(seen->model, clusters, team).partition;
  seen->model.clusters = clusters;
  if (!seen->cell_of.empty()) add_copies(seen->model, seen->cell_of);
  restore_rows(seen->model, seen->order, team);
  return std::move(seen->model.partition);
}

std::vector<std::vector<std::int32_t>> labels_into(const Model& model, std::span<const int> numbers,
                                                   PointsView points, Team& team) {
  require_evolved(model);
  const std::optional<AsFitted> seen = as_fitted(model, points, team);
  std::vector<std::vector<std::int32_t>> all(numbers.size());
  team.for_each(std::ssize(numbers), [&](std::int64_t at) {
    Team alone(1);
    std::vector<std::int32_t>& labels = all[at];
    const bool as_in_the_fit = seen && numbers[at] <= seen->model.graph.nodes;
    labels = answer_on(as_in_the_fit ? seen->model : model, numbers[at], alone).partition.labels;
    if (!as_in_the_fit) return;
    const std::vector<std::int32_t> ranked =
        seen->cell_of.empty() ? labels : per_row(labels, seen->cell_of);
    labels.resize(ranked.size());
    for (std::size_t r = 0; r < ranked.size(); ++r) labels[seen->order[r]] = ranked[r];
    relabel_by_appearance(labels, numbers[at]);
  });
  return all;
}

}  // namespace gnac::detail

namespace gnac {

using namespace detail;

Model fit(const FitData& data, int clusters, const Options& options, const Observer& observer) {
  validate(options);
  Team team(options.threads, observer);
  return fit_on(data, clusters, options, team);
}

Model fit(PointsView points, int clusters, const Options& options, const Observer& observer) {
  return fit(FitData{.points = points}, clusters, options, observer);
}

Model fit(Points&& points, const FitData& rest, int clusters, const Options& options,
          const Observer& observer) {
  validate(options);
  Team team(options.threads, observer);
  FitData data = rest;
  data.points = points;
  return fit_on(data, clusters, options, team, {.own_points = &points});
}

Model fit(Points&& points, int clusters, const Options& options, const Observer& observer) {
  return fit(std::move(points), FitData{}, clusters, options, observer);
}

double expected_bytes(const FitData& data, int clusters, const Options& options) {
  return detail::expected_bytes(data, clusters, options, {});
}

Partition partition(const Model& model, int clusters, const Observer& observer) {
  Team team(model.options.threads, observer);
  return partition_on(model, clusters, team);
}

}  // namespace gnac
