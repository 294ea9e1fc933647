// The layout of a model's graph: coarse groups first, then points.
#include "gnac/layout.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <vector>

#include "gnac/error.h"
#include "layout/coarsen.h"
#include "layout/descend.h"
#include "layout/islands.h"
#include "layout/start.h"
#include "layout/weights.h"
#include "model/check.h"
#include "readout/absorb.h"
#include "support/memory.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

// Chosen among the designs of docs/map.md. ρ of layout_energy():
constexpr double kEarlyAttraction = 4;   // first, so that groups pass through each other
constexpr double kAttraction = 1.5;      // then, for compact clusters
constexpr double kFineAttraction = 1;    // last, for single neighbours
constexpr std::int64_t kCoarsest = 300;  // nodes that are placed by eigenvectors
constexpr int kEarlySteps = 150;
constexpr int kCoarseSteps = 300;
constexpr int kSteps = 40;       // of each level between
constexpr int kLastSteps = 100;  // of the points
constexpr int kFineSteps = 80;

/// The graph of the points, then ever smaller graphs of groups.
std::vector<CoarseGraph> all_levels(WeightedGraph finest) {
  std::vector<CoarseGraph> levels;
  levels.push_back({.graph = std::move(finest), .group = {}});
  while (levels.back().graph.nodes() > kCoarsest) {
    CoarseGraph next = coarsen(levels.back().graph);
    if (next.graph.nodes() == levels.back().graph.nodes()) break;
    levels.push_back(std::move(next));
  }
  return levels;
}

/// First places for the nodes of a finer graph: halfway between their own group and the mean of the
/// groups to which they are tied, and all so much wider that a node has as much room as before.
std::vector<float> finer_places(const WeightedGraph& finer, const CoarseGraph& coarse,
                                const std::vector<float>& place, int dims, Team& team) {
  const double growth =
      static_cast<double>(finer.nodes()) / static_cast<double>(coarse.graph.nodes());
  const auto wider = static_cast<float>(std::pow(growth, 1.0 / dims));
  std::vector<float> out(static_cast<std::size_t>(finer.nodes() * dims));
  const auto group_place = [&](std::int64_t node, int c) {
    return place[std::int64_t{coarse.group[node]} * dims + c];
  };
  constexpr std::int64_t kBlock = 1024;
  team.for_blocks(finer.nodes(), kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      for (int c = 0; c < dims; ++c) {
        float sum = 0;
        float total = 0;
        for (std::int64_t e = finer.offset[i]; e < finer.offset[i + 1]; ++e) {
          sum += finer.weight[e] * group_place(finer.to[e], c);
          total += finer.weight[e];
        }
        const float own = group_place(i, c);
        out[i * dims + c] = wider * 0.5F * (own + (total > 0 ? sum / total : own));
      }
    }
  });
  return out;
}

double layout_bytes(const Graph& graph, int dims) {
  // Weights of both directions on all levels; places, pushes, speeds, gains and the tree.
  return 2.2 * 16.0 * static_cast<double>(graph.edges.size()) +
         static_cast<double>(graph.nodes) * (64.0 + 24.0 * dims);
}

/// Reports how much of the work is done. A step costs about as much as its graph has entries.
class Meter {
 public:
  Meter(const std::vector<CoarseGraph>& levels, Team& team)
      : team_(team), all_(cost(levels[0].graph) * kFineSteps) {
    for (std::size_t l = 0; l < levels.size(); ++l)
      all_ += cost(levels[l].graph) * steps_of(l, levels.size());
  }
  std::function<void()> stepper(const WeightedGraph& graph) {
    return [this, each = cost(graph)] {
      done_ += each;
      team_.advance(done_ / all_);
    };
  }
  static int steps_of(std::size_t level, std::size_t levels) {
    const int last = level == 0 ? kLastSteps : kSteps;
    return level + 1 == levels ? kEarlySteps + kCoarseSteps + (level == 0 ? last : 0) : last;
  }

 private:
  static double cost(const WeightedGraph& graph) {
    return static_cast<double>(graph.to.size()) + 50.0 * static_cast<double>(graph.nodes());
  }
  Team& team_;
  double all_;
  double done_ = 0;
};

}  // namespace

Points layout(const Model& model, int dims, const Observer& observer) {
  if (dims != 2 && dims != 3)
    throw Error(fmt::format("a map has 2 or 3 dimensions, not {}; ask for one of them", dims));
  require_evolved(model);
  const Graph& graph = model.graph;
  require_memory(layout_bytes(graph, dims), model.options.memory_limit_gib,
                 fmt::format("a map of {} points", graph.nodes),
                 "make it of a sample and place the rest by predicting them");
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::map});
  const std::vector<CoarseGraph> levels = all_levels(
      weighted_graph(graph, model.evolution.conductance, bridges(graph, model.points, team)));
  Meter meter(levels, team);
  const WeightedGraph& coarsest = levels.back().graph;
  std::vector<float> place = first_places(coarsest, dims);
  descend(coarsest, place, dims, kEarlyAttraction, kEarlySteps, meter.stepper(coarsest), team);
  descend(coarsest, place, dims, kAttraction,
          Meter::steps_of(levels.size() - 1, levels.size()) - kEarlySteps, meter.stepper(coarsest),
          team);
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    const WeightedGraph& finer = levels[l].graph;
    place = finer_places(finer, levels[l + 1], place, dims, team);
    descend(finer, place, dims, kAttraction, Meter::steps_of(l, levels.size()),
            meter.stepper(finer), team);
  }
  descend(levels[0].graph, place, dims, kFineAttraction, kFineSteps, meter.stepper(levels[0].graph),
          team);
  close_gaps(islands(graph, model.evolution.conductance), dims, place);
  return {.values = {place.begin(), place.end()}, .n = graph.nodes, .d = dims};
}

}  // namespace gnac
