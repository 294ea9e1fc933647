// Predictor: new points join a fit, each by itself, and change nothing in it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "automaton/evolve.h"
#include "automaton/universal.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/attach.h"
#include "graph/check.h"
#include "graph/nearest.h"
#include "graph/scale_free.h"
#include "graph/scale_free/cell_scales.h"
#include "model/answer.h"
#include "model/check_model.h"
#include "model/distinct_cells.h"
#include "model/joined_cells.h"
#include "model/universal_rule.h"
#include "model/vote.h"
#include "readout/affinity.h"
#include "readout/memberships.h"
#include "readout/outliers.h"
#include "support/memory.h"

namespace gnac {
namespace detail {

/// The rows of the new points, and their lists.
struct NewPoints {
  std::vector<std::int64_t> rows;
  Points points;
  NeighborLists ties;
};

/// The result of joining the fit.
struct JoinedPoints {
  Prediction prediction;
  std::vector<float> conductance;  ///< per tie; of the universal form
};

}  // namespace detail

using namespace detail;
namespace {

constexpr std::int32_t kNew = -1;

void check(const Model& model, PointsView points) {
  if (points.d != model.points.d) {
    throw Error("the model was fitted to " + std::to_string(model.points.d) +
                " columns but the points have " + std::to_string(points.d) +
                "; give the same columns in the same order");
  }
  check_values(points);
}

/// The fitted row equal to each point, or kNew: preferably the row of the same number, so that the
/// fitted points get their own labels back whatever their duplicates have; else the first. `ties`
/// are the fitted points nearest to each point, by (distance, row).
std::vector<std::int32_t> equal_rows(PointsView fitted, PointsView points,
                                     const NeighborLists& ties) {
  const auto equal = [&](std::int64_t point, std::int64_t row) {
    return std::equal(points.row(point).begin(), points.row(point).end(), fitted.row(row).begin());
  };
  std::vector<std::int32_t> out(static_cast<std::size_t>(points.n), kNew);
  for (std::int64_t i = 0; i < points.n; ++i) {
    const std::int32_t nearest = ties.indices(i).front();
    if (i < fitted.n && equal(i, i)) {
      out[i] = static_cast<std::int32_t>(i);
    } else if (equal(i, nearest)) {
      out[i] = nearest;
    }
  }
  return out;
}

NewPoints new_points(PointsView points, const NeighborLists& ties,
                     const std::vector<std::int32_t>& known) {
  NewPoints out;
  out.points.d = points.d;
  out.ties.offset.push_back(0);
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (known[i] != kNew) continue;
    out.rows.push_back(i);
    out.points.values.insert(out.points.values.end(), points.row(i).begin(), points.row(i).end());
    const auto index = ties.indices(i);
    const auto distance = ties.distances(i);
    out.ties.index.insert(out.ties.index.end(), index.begin(), index.end());
    out.ties.distance.insert(out.ties.distance.end(), distance.begin(), distance.end());
    out.ties.offset.push_back(std::ssize(out.ties.index));
  }
  out.points.n = std::ssize(out.rows);
  return out;
}

/// The mean of the rows of `share` (N×K) of a point's ties, weighted by conductance.
std::vector<float> mean_shares(const NeighborLists& ties, std::span<const float> conductance,
                               std::span<const float> share, std::int64_t clusters) {
  std::vector<float> out(static_cast<std::size_t>(ties.nodes() * clusters), 0.0F);
  for (std::int64_t i = 0; i < ties.nodes(); ++i) {
    float* row = &out[i * clusters];
    double total = 0;
    for (std::int64_t e = ties.offset[i]; e < ties.offset[i + 1]; ++e) {
      // Never 0, so that a point whose ties are all closed gets their plain mean.
      const float weight = std::max(conductance[e], 1e-6F);
      const float* from = &share[std::int64_t{ties.index[e]} * clusters];
      for (std::int64_t k = 0; k < clusters; ++k) row[k] += weight * from[k];
      total += static_cast<double>(weight);
    }
    for (std::int64_t k = 0; k < clusters; ++k) row[k] /= static_cast<float>(total);
  }
  return out;
}

}  // namespace

struct Predictor::Index {
  Index(const Model& fitted, Team& team)
      : distinct(distinct_cells(fitted)),
        model(distinct ? distinct->model : fitted),
        index(index_fitted(model.points, model.graph.lists, model.options.metric)) {
    if (universal()) {
      const FeatureSet set = feature_set(model.rule);
      scales = cell_scales(model.graph, model.points, set, team);
      features = scale_free(model.graph, model.points, set, team);
    }
    const double limit = memory_limit(model.options.memory_limit_gib);
    if (limit <= 0 || trajectory_bytes() <= limit / 2) trajectory = replay(team);
  }

  std::optional<DistinctCells> distinct;  ///< if the model has copies, which have no part in it
  const Model& model;
  FittedIndex index;
  CellScales scales;      ///< of the universal form
  ScaleFree features;     ///< of the universal form
  Trajectory trajectory;  ///< empty if too large to keep: then evolved again for each call

  bool universal() const { return model.rule.shape.form == RuleForm::universal; }

  double trajectory_bytes() const {
    const RuleShape& shape = model.rule.shape;
    return 4.0 * (model.evolution.steps + 1) * static_cast<double>(model.points.n) *
           (shape.hidden + shape.domain);
  }

  Trajectory replay(Team& team) const {
    Trajectory out;
    out.columns = model.rule.shape.hidden + model.rule.shape.domain;
    if (universal()) {
      out.steps = evolve_universal(model.rule, model.graph, features, team, true).hidden;
    } else {
      replay_published(model, team,
                       [&](int, const std::vector<float>& states) { out.steps.push_back(states); });
    }
    return out;
  }

  /// How to treat each of `points`, which are scaled.
  struct Plan {
    std::vector<std::int32_t> known;  ///< the equal fitted row, or kNew
    NewPoints fresh;
    JoinedPoints joined;
  };

  Plan look_up(PointsView raw, Team& team) const {
    const Points points = apply_scaling(raw, model.scaling);
    team.report({.stage = Stage::graph});
    const NeighborLists ties = nearest(points, index, model.options.neighbors, team);
    Plan plan;
    plan.known = equal_rows(model.points, points, ties);
    plan.fresh = new_points(points, ties, plan.known);
    if (plan.fresh.points.n > 0) plan.joined = join_new(plan.fresh, team);
    return plan;
  }

  JoinedPoints join_new(const NewPoints& fresh, Team& team) const {
    const Attachment attachment = attach(model.points, model.graph.lists, fresh.points, fresh.ties,
                                         model.options.neighbors, team);
    require_memory(
        evolution_bytes(model.rule.shape, attachment.points.n, std::ssize(attachment.graph.edges)),
        model.options.memory_limit_gib, "adding " + std::to_string(fresh.points.n) + " points",
        "predict fewer points at a time, which does not change their labels");
    team.report({.stage = Stage::evolve});
    const Trajectory again = trajectory.steps.empty() ? replay(team) : Trajectory{};
    const Trajectory& known = trajectory.steps.empty() ? again : trajectory;
    return universal() ? by_conductance(fresh, attachment, known, team)
                       : by_domain(fresh, attachment, known, team);
  }

  /// Ties are weighted by the rank of their distance in domain space.
  JoinedPoints by_domain(const NewPoints& fresh, const Attachment& attachment,
                         const Trajectory& known, Team& team) const {
    JoinedPoints joined;
    Prediction& out = joined.prediction;
    out.states = join_published(model, known, attachment, team);
    const int columns = model.rule.shape.domain;
    const Ranking ranking(model.evolution.edge_distance);
    std::vector<double> affinity(fresh.ties.index.size());
    for (std::int64_t i = 0; i < fresh.ties.nodes(); ++i) {
      for (std::int64_t e = fresh.ties.offset[i]; e < fresh.ties.offset[i + 1]; ++e) {
        const float* own = out.states.data() + i * columns;
        const float* other =
            model.evolution.states.data() + std::int64_t{fresh.ties.index[e]} * columns;
        double square = 0;
        for (int c = 0; c < columns; ++c) {
          const double diff = static_cast<double>(own[c]) - other[c];
          square += diff * diff;
        }
        affinity[e] = ranking.affinity(std::sqrt(square));
      }
    }
    out.labels = vote(fresh.ties, affinity, model.labels(), team);
    return joined;
  }

  /// Ties are weighted by their conductance and the rank of their distance in the input.
  JoinedPoints by_conductance(const NewPoints& fresh, const Attachment& attachment,
                              const Trajectory& known, Team& team) const {
    const auto degrees = degrees_if_added(fresh.points, index, fresh.ties, team);
    const ScaleFree attached =
        attached_features({model.graph, model.points, scales, features}, attachment, fresh.points,
                          fresh.ties, degrees, team);
    JoinedCells joined = join_universal(model, known, attachment, attached, team);
    const Ranking ranking(model.graph.distance);
    const auto hosts = static_cast<std::int32_t>(attachment.hosts.size());
    std::vector<double> affinity(fresh.ties.index.size());
    std::vector<float> conductance(fresh.ties.index.size());
    for (std::int32_t i = 0; i < fresh.ties.nodes(); ++i) {
      for (std::int64_t e = fresh.ties.offset[i]; e < fresh.ties.offset[i + 1]; ++e) {
        const auto host = std::lower_bound(attachment.hosts.begin(), attachment.hosts.end(),
                                           fresh.ties.index[e]) -
                          attachment.hosts.begin();
        const Edge edge{static_cast<std::int32_t>(host), hosts + i};
        const auto& edges = attachment.graph.edges;
        const auto at = std::lower_bound(edges.begin(), edges.end(), edge) - edges.begin();
        conductance[e] = joined.conductance[at];
        affinity[e] = affinity_of(conductance[e], ranking.affinity(fresh.ties.distance[e]));
      }
    }
    return {{vote(fresh.ties, affinity, model.labels(), team), std::move(joined.states)},
            std::move(conductance)};
  }
};

Predictor::Predictor(const Model& model, const Observer& observer) {
  if (model.rule.values.empty()) {
    throw Error("the model has no rule to place new points with; fit it with a rule");
  }
  if (model.own_graph) {
    throw Error(
        "the model was fitted to a graph of its own, in which a new point has no place; fit all "
        "points together");
  }
  require_whole(model);
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::graph});
  index_ = std::make_unique<Index>(model, team);
}

Predictor::~Predictor() = default;
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;

Prediction Predictor::predict(PointsView raw, const Observer& observer) const {
  const Model& model = index_->model;
  check(model, raw);
  Prediction out;
  if (raw.n == 0) return out;
  Team team(model.options.threads, observer);
  const Index::Plan plan = index_->look_up(raw, team);
  const Prediction& found = plan.joined.prediction;
  const int columns = state_columns(model.rule.shape);
  out.labels.reserve(static_cast<std::size_t>(raw.n));
  out.states.reserve(static_cast<std::size_t>(raw.n * columns));
  std::int64_t next = 0;
  for (const std::int32_t known : plan.known) {
    const bool is_new = known == kNew;
    const std::int64_t row = is_new ? next++ : known;
    out.labels.push_back(is_new ? found.labels[row] : model.labels()[row]);
    const std::vector<float>& states = is_new ? found.states : model.evolution.states;
    out.states.insert(out.states.end(), states.begin() + row * columns,
                      states.begin() + (row + 1) * columns);
  }
  return out;
}

std::vector<float> Predictor::memberships(PointsView raw, const Observer& observer) const {
  const Model& model = index_->model;
  check(model, raw);
  const std::vector<float> fitted = gnac::memberships(model, observer);
  if (raw.n == 0) return {};
  Team team(model.options.threads, observer);
  const Index::Plan plan = index_->look_up(raw, team);
  const std::int64_t clusters = model.clusters;
  const std::vector<float> fresh =
      mean_shares(plan.fresh.ties, plan.joined.conductance, fitted, clusters);
  std::vector<float> out;
  out.reserve(static_cast<std::size_t>(raw.n * clusters));
  std::int64_t next = 0;
  for (const std::int32_t known : plan.known) {
    const bool is_new = known == kNew;
    const std::int64_t row = is_new ? next++ : known;
    const std::vector<float>& from = is_new ? fresh : fitted;
    out.insert(out.end(), from.begin() + row * clusters, from.begin() + (row + 1) * clusters);
    if (!is_new) continue;
    put_label_first(std::span(out).last(static_cast<std::size_t>(clusters)),
                    plan.joined.prediction.labels[row]);
  }
  return out;
}

std::vector<double> Predictor::outlier_scores(PointsView raw, const Observer& observer) const {
  const Model& model = index_->model;
  check(model, raw);
  if (!index_->universal())
    throw Error("outliers among new points need the rule that ships; fit without a trained one");
  if (raw.n == 0) return {};
  const std::vector<double> fitted = gnac::outlier_scores(model, observer);
  Team team(model.options.threads, observer);
  const Index::Plan plan = index_->look_up(raw, team);
  const std::vector<double> fresh = new_outlier_scores(
      model.graph, model.evolution.conductance, plan.fresh.ties, plan.joined.conductance, team);
  std::vector<double> out;
  std::int64_t next = 0;
  for (const std::int32_t known : plan.known)
    out.push_back(known == kNew ? fresh[next++] : fitted[known]);
  return out;
}

}  // namespace gnac
