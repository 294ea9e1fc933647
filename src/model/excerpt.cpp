#include "model/excerpt.h"

#include <algorithm>
#include <utility>

#include "automaton/universal.h"
#include "graph/build.h"
#include "graph/scale_free.h"
#include "model/universal_rule.h"
#include "support/spread.h"

namespace gnac::detail {

Excerpt excerpt_of(const Model& model, std::int64_t count, Team& team) {
  Excerpt excerpt;
  excerpt.points.d = model.points.d;
  const double share = static_cast<double>(count) / static_cast<double>(model.points.n);
  for (std::int64_t i = 0; i < model.points.n; ++i) {
    if (golden_place(i) >= share) continue;
    const auto row = model.points.row(i);
    excerpt.points.values.insert(excerpt.points.values.end(), row.begin(), row.end());
    ++excerpt.points.n;
  }
  Options options = model.options;
  options.neighbors = std::min(options.neighbors, neighbors_for(Options{}, excerpt.points.n));
  options.neighbor_search = NeighborSearch::exact;
  excerpt.graph = knn_graph(excerpt.points, options, team);
  auto features = scale_free(excerpt.graph, excerpt.points, feature_set(model.rule), team);
  excerpt.conductance =
      evolve_universal(model.rule, excerpt.graph, std::move(features), team).conductance;
  return excerpt;
}

}  // namespace gnac::detail
