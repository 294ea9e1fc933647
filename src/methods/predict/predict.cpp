// predict(): further points join a fit, one by one, and change nothing in it.
#include <algorithm>
#include <cmath>
#include <string>

#include "automaton/evolve.h"
#include "gnac/cluster.h"
#include "gnac/error.h"
#include "graph/check.h"
#include "graph/knn.h"
#include "graph/symmetrise.h"
#include "methods/predict/attach.h"
#include "methods/predict/join.h"
#include "methods/predict/nearest.h"
#include "methods/predict/vote.h"
#include "support/memory.h"

namespace gnac {
namespace {

void check(const Rule& rule, const Fitted& fitted, PointsView points) {
  const std::int64_t n = fitted.points.n;
  if (std::ssize(fitted.labels) != n || std::ssize(fitted.domain) != n * rule.shape.domain) {
    throw Error("the fit has " + std::to_string(n) + " points but " +
                std::to_string(fitted.labels.size()) + " labels and " +
                std::to_string(fitted.domain.size()) + " values of domain states");
  }
  if (points.d != rule.shape.features || fitted.points.d != rule.shape.features) {
    throw Error("the rule was trained on " + std::to_string(rule.shape.features) +
                " features but the points have " + std::to_string(points.d) +
                "; give the same columns in the same order");
  }
  constexpr int kMostSteps = 1 << 20;
  if (fitted.steps < 0 || fitted.steps > kMostSteps)
    throw Error("the fit has " + std::to_string(fitted.steps) + " steps; it cannot");
  if (std::any_of(fitted.labels.begin(), fitted.labels.end(),
                  [&](std::int32_t label) { return label < 0 || label >= n; })) {
    throw Error("the fit has a label that is not the number of a cluster");
  }
  if (!std::all_of(fitted.domain.begin(), fitted.domain.end(),
                   [](float value) { return std::isfinite(value); })) {
    throw Error("the fit has a domain state that is not finite");
  }
  check_points(fitted.points);
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      if (std::abs(points(i, c)) <= 1e150) continue;
      throw Error("the value in row " + std::to_string(i + 1) + ", column " +
                  std::to_string(c + 1) + " is not a finite number within ±1e150");
    }
  }
}

constexpr std::int32_t kNew = -1;

/// The fitted row equal to each point, or kNew: the row of the same number where that is equal, so
/// that the fitted points get their own labels back whatever their duplicates have; else the first.
std::vector<std::int32_t> equal_rows(PointsView fitted, PointsView points) {
  const auto less = [](std::span<const double> a, std::span<const double> b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  const auto equal = [](std::span<const double> a, std::span<const double> b) {
    return std::equal(a.begin(), a.end(), b.begin());
  };
  std::vector<std::int32_t> order(static_cast<std::size_t>(fitted.n));
  for (std::int64_t i = 0; i < fitted.n; ++i) order[i] = static_cast<std::int32_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return less(fitted.row(a), fitted.row(b));
  });
  std::vector<std::int32_t> out(static_cast<std::size_t>(points.n), kNew);
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (i < fitted.n && equal(points.row(i), fitted.row(i))) {
      out[i] = static_cast<std::int32_t>(i);
      continue;
    }
    const auto at =
        std::lower_bound(order.begin(), order.end(), i, [&](std::int32_t row, std::int64_t point) {
          return less(fitted.row(row), points.row(point));
        });
    if (at != order.end() && equal(fitted.row(*at), points.row(i))) out[i] = *at;
  }
  return out;
}

Points rows_of(PointsView points, const std::vector<std::int64_t>& rows) {
  Points out{{}, std::ssize(rows), points.d};
  for (const std::int64_t row : rows) {
    const auto values = points.row(row);
    out.values.insert(out.values.end(), values.begin(), values.end());
  }
  return out;
}

/// Labels and states of points none of which is in the fit.
Prediction predict_new(const Rule& rule, const Fitted& fitted, PointsView points,
                       const Options& options, Team& team) {
  team.report({.stage = Stage::graph});
  const NeighbourLists lists = knn(fitted.points, options.neighbors, team);
  const Graph graph = symmetrise(lists, team);
  const NeighbourLists ties = nearest(points, fitted.points, options.neighbors, team);
  const Attachment attachment = attach(fitted.points, lists, points, ties, options.neighbors, team);
  require_memory(
      evolution_bytes(rule.shape, fitted.points.n, std::ssize(graph.edges)) +
          evolution_bytes(rule.shape, attachment.points.n, std::ssize(attachment.graph.edges)),
      options.memory_limit_gib, "adding " + std::to_string(points.n) + " points");
  team.report({.stage = Stage::evolve});
  Prediction out;
  out.domain = evolve_joined(rule, fitted.points, graph, attachment, fitted.steps, options, team);
  const int columns = rule.shape.domain;
  out.labels =
      vote(graph, {fitted.domain, columns}, fitted.labels, ties, {out.domain, columns}, team);
  return out;
}

}  // namespace

Prediction predict(const Rule& rule, const Fitted& fitted, PointsView points,
                   const Options& options, const Observer& observer) {
  validate(options);
  check(rule, fitted, points);
  const std::vector<std::int32_t> known = equal_rows(fitted.points, points);
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (known[i] == kNew) rows.push_back(i);
  }
  Prediction found;
  if (!rows.empty()) {
    Team team(options.threads, observer);
    found = predict_new(rule, fitted, rows_of(points, rows), options, team);
  }
  const int columns = rule.shape.domain;
  Prediction out;
  out.labels.reserve(static_cast<std::size_t>(points.n));
  out.domain.reserve(static_cast<std::size_t>(points.n * columns));
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const bool is_new = known[i] == kNew;
    const std::int64_t row = is_new ? next++ : known[i];
    out.labels.push_back(is_new ? found.labels[row] : fitted.labels[row]);
    const float* z = (is_new ? found.domain.data() : fitted.domain.data()) + row * columns;
    out.domain.insert(out.domain.end(), z, z + columns);
  }
  return out;
}

}  // namespace gnac
