#include "model/excerpts.h"

#include <algorithm>

#include "automaton/universal.h"
#include "graph/build.h"
#include "graph/scale_free.h"
#include "model/universal_rule.h"
#include "readout/cluster_count.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

constexpr int kExcerpts = 2;
constexpr double kShare = 0.25;  // of the points

/// The work of one thread, without progress of its own: an excerpt is small.
Excerpt excerpt_of(const Model& model, double from, double to, int most) {
  Team team(1);
  Excerpt excerpt;
  Points points{{}, 0, model.points.d};
  for (std::int64_t i = 0; i < model.points.n; ++i) {
    const double place = golden_place(i);
    if (place < from || place >= to) continue;
    const auto row = model.points.row(i);
    points.values.insert(points.values.end(), row.begin(), row.end());
    excerpt.rows.push_back(static_cast<std::int32_t>(i));
  }
  points.n = std::ssize(excerpt.rows);
  Options options = model.options;
  options.neighbors = std::min(options.neighbors, neighbors_for(Options{}, points.n));
  options.neighbor_search = NeighborSearch::exact;
  excerpt.graph = knn_graph(points, options, team);
  const auto features = scale_free(excerpt.graph, points, feature_set(model.rule), team);
  const auto conductance = evolve_universal(model.rule, excerpt.graph, features, team).conductance;
  const auto largest = static_cast<int>(std::min<std::int64_t>(most, points.n - 1));
  excerpt.reading = survey(excerpt.graph, points, conductance, reading_for(largest, points.n),
                           options.seed, team);
  return excerpt;
}

}  // namespace

std::vector<Excerpt> excerpts_of(const Model& model, int most, Team& team) {
  std::vector<Excerpt> excerpts;
  const std::int64_t n = model.points.n;
  if (n < kFewestExcerpted || model.own_graph || model.points.d == 0) return excerpts;
  const double share =
      std::min(kShare, static_cast<double>(kLargestExcerpt) / static_cast<double>(n));
  excerpts.resize(kExcerpts);
  team.for_each(kExcerpts, [&](std::int64_t e) {
    const auto at = static_cast<double>(e);
    excerpts[e] = excerpt_of(model, at * share, (at + 1) * share, most);
  });
  return excerpts;
}

}  // namespace gnac::detail
