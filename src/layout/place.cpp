// New points among the places of fitted ones.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "gnac/layout.h"
#include "graph/check.h"
#include "graph/nearest.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

/// Lowers Σ_j log(1 + ‖y - y_j‖²) over the neighbours of one point, which is its pull in
/// layout_energy(). Every round is a mean of their places in which near ones count more; it starts
/// at the plain mean and ends where most of them are.
void settle(PointsView map, std::span<const std::int32_t> neighbours, std::span<double> place) {
  constexpr int kRounds = 50;
  std::vector<double> sum(place.size());
  for (int round = 0; round < kRounds; ++round) {
    std::fill(sum.begin(), sum.end(), 0.0);
    double total = 0;
    for (const std::int32_t neighbour : neighbours) {
      const auto other = map.row(neighbour);
      double square = 0;
      for (std::size_t c = 0; c < place.size(); ++c)
        square += (place[c] - other[c]) * (place[c] - other[c]);
      const double weight = round == 0 ? 1 : 1 / (1 + square);
      for (std::size_t c = 0; c < place.size(); ++c) sum[c] += weight * other[c];
      total += weight;
    }
    for (std::size_t c = 0; c < place.size(); ++c) place[c] = sum[c] / total;
  }
}

}  // namespace

Points place_on_map(const Model& model, PointsView map, PointsView points,
                    const Observer& observer) {
  if (model.own_graph) {
    throw Error(
        "the model was fitted to a graph of its own, in which a new point has no place; fit all "
        "points together");
  }
  if (map.n != model.points.n) {
    throw Error("the map has " + std::to_string(map.n) + " places but the model has " +
                std::to_string(model.points.n) + " points; use the map of this model");
  }
  if (points.d != model.points.d) {
    throw Error("the model was fitted to " + std::to_string(model.points.d) +
                " columns but the points have " + std::to_string(points.d) +
                "; give the same columns in the same order");
  }
  check_values(points);
  Points out{.values = std::vector<double>(static_cast<std::size_t>(points.n * map.d)),
             .n = points.n,
             .d = map.d};
  if (points.n == 0) return out;
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::map});
  const Points scaled = apply_scaling(points, model.scaling);
  const PointsView fitted = model.points;
  const NeighborLists ties = nearest(scaled, index_fitted(fitted, {}, model.options.metric),
                                     model.options.neighbors, team);
  const auto equal = [&](std::int64_t point, std::int64_t row) {
    return std::ranges::equal(scaled.row(point), fitted.row(row));
  };
  constexpr std::int64_t kBlock = 256;
  team.for_blocks(points.n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::span place(&out.values[i * map.d], static_cast<std::size_t>(map.d));
      const auto neighbours = ties.indices(i);
      const std::int64_t same = i < fitted.n && equal(i, i) ? i : neighbours.front();
      if (equal(i, same)) {
        std::ranges::copy(map.row(same), place.begin());
        continue;
      }
      settle(map, neighbours, place);
    }
  });
  return out;
}

}  // namespace gnac
