#include "model/views.h"

#include <algorithm>

#include "automaton/universal.h"
#include "graph/build.h"
#include "graph/scale_free.h"
#include "model/universal_rule.h"
#include "readout/cluster_count.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

constexpr int kViews = 2;
constexpr double kShare = 0.25;  // of the points

View view_of(const Model& model, double from, double to, int most, Team& team) {
  View view;
  Points points{{}, 0, model.points.d};
  for (std::int64_t i = 0; i < model.points.n; ++i) {
    const double place = golden_place(i);
    if (place < from || place >= to) continue;
    const auto row = model.points.row(i);
    points.values.insert(points.values.end(), row.begin(), row.end());
    view.rows.push_back(static_cast<std::int32_t>(i));
  }
  points.n = std::ssize(view.rows);
  Options options = model.options;
  options.neighbors = std::min(options.neighbors, neighbors_for(Options{}, points.n));
  options.neighbor_search = NeighborSearch::exact;
  view.graph = knn_graph(points, options, team);
  const auto features = scale_free(view.graph, points, feature_set(model.rule), team);
  const auto conductance = evolve_universal(model.rule, view.graph, features, team).conductance;
  const auto largest = static_cast<int>(std::min<std::int64_t>(most, points.n - 1));
  view.reading =
      survey(view.graph, points, conductance, reading_for(largest, points.n), options.seed, team);
  return view;
}

}  // namespace

std::vector<View> views_of(const Model& model, int most, Team& team) {
  std::vector<View> views;
  const std::int64_t n = model.points.n;
  if (n < kFewestViewed || model.own_graph || model.points.d == 0) return views;
  const double share = std::min(kShare, static_cast<double>(kLargestView) / static_cast<double>(n));
  for (int v = 0; v < kViews; ++v)
    views.push_back(view_of(model, v * share, (v + 1) * share, most, team));
  return views;
}

}  // namespace gnac::detail
