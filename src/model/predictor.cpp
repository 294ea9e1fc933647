// Predictor: further points join a fit, one by one, and change nothing in it.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "automaton/evolve.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/knn.h"
#include "graph/attach.h"
#include "model/join.h"
#include "graph/nearest.h"
#include "model/vote.h"
#include "support/memory.h"

namespace gnac {
namespace {

constexpr std::int32_t kNew = -1;

void check(const Model& model, PointsView points) {
  if (points.d != model.points.d) {
    throw Error("the model was fitted to " + std::to_string(model.points.d) +
                " columns but the points have " + std::to_string(points.d) +
                "; give the same columns in the same order");
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      if (std::abs(points(i, c)) <= 1e150) continue;
      throw Error("the value in row " + std::to_string(i + 1) + ", column " +
                  std::to_string(c + 1) + " is not a finite number within ±1e150");
    }
  }
}

/// The fitted row equal to each point, or kNew: the row of the same number where that is equal, so
/// that the fitted points get their own labels back whatever their duplicates have; else the first.
/// `ties` are the fitted points nearest to each point, by (distance, row).
std::vector<std::int32_t> equal_rows(PointsView fitted, PointsView points,
                                     const NeighbourLists& ties) {
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

/// The rows of the new points, and their lists.
struct NewPoints {
  std::vector<std::int64_t> rows;
  Points points;
  NeighbourLists ties;
};

NewPoints new_points(PointsView points, const NeighbourLists& ties,
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

}  // namespace

struct Predictor::World {
  World(const Model& fitted, Team& team)
      : model(fitted), index(index_fitted(fitted.points, fitted.graph.lists)), replay(fitted, team) {}

  const Model& model;
  FittedIndex index;
  Replay replay;

  Prediction predict_new(const NewPoints& points, Team& team) const {
    const Attachment attachment = attach(model.points, model.graph.lists, points.points,
                                         points.ties, model.options.neighbors, team);
    require_memory(
        evolution_bytes(model.rule.shape, attachment.points.n, std::ssize(attachment.graph.edges)),
        model.options.memory_limit_gib, "adding " + std::to_string(points.points.n) + " points");
    team.report({.stage = Stage::evolve});
    Prediction out;
    out.domain = evolve_joined(model, replay, attachment, team);
    const int columns = model.rule.shape.domain;
    out.labels = vote(model.graph, {model.evolution.domain, columns}, model.labels(), points.ties,
                      {out.domain, columns}, team);
    return out;
  }
};

Predictor::Predictor(const Model& model, const Observer& observer) {
  if (model.own_graph) {
    throw Error(
        "the model was fitted to a graph of its own, in which a new point has no place; fit all "
        "points together");
  }
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::graph});
  world_ = std::make_unique<World>(model, team);
}

Predictor::~Predictor() = default;
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;

Prediction Predictor::predict(PointsView raw, const Observer& observer) const {
  const Model& model = world_->model;
  check(model, raw);
  const Points points = apply_scaling(raw, model.scaling);
  Prediction out;
  if (points.n == 0) return out;
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::graph});
  const NeighbourLists ties = nearest(points, world_->index, model.options.neighbors, team);
  const std::vector<std::int32_t> known = equal_rows(model.points, points, ties);
  const NewPoints fresh = new_points(points, ties, known);
  Prediction found;
  if (fresh.points.n > 0) found = world_->predict_new(fresh, team);

  const int columns = model.rule.shape.domain;
  out.labels.reserve(static_cast<std::size_t>(points.n));
  out.domain.reserve(static_cast<std::size_t>(points.n * columns));
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const bool is_new = known[i] == kNew;
    const std::int64_t row = is_new ? next++ : known[i];
    out.labels.push_back(is_new ? found.labels[row] : model.labels()[row]);
    const std::vector<float>& states = is_new ? found.domain : model.evolution.domain;
    out.domain.insert(out.domain.end(), states.begin() + row * columns,
                      states.begin() + (row + 1) * columns);
  }
  return out;
}

}  // namespace gnac
