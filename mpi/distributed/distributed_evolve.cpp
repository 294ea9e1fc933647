#include "distributed/distributed_evolve.h"

#include <algorithm>
#include <optional>

#include "automaton/universal.h"
#include "distributed/halo.h"
#include "distributed/select.h"
#include "graph/adjacency.h"
#include "graph/scale_free/cell_scales.h"
#include "graph/scale_free/features.h"
#include "support/free_memory.h"

namespace gnac::detail {
namespace {

// The unit of all ranks' own cells.
Unit distributed_unit(Comm& comm, const LocalGraph& local, const std::vector<double>& reach) {
  std::vector<double> positive;
  for (const std::int32_t v : local.node) {
    if (reach[v] > 0) positive.push_back(reach[v]);
  }
  const double median = distributed_median(comm, positive);
  return median > 0 ? unit_of_median(median) : Unit{};
}

}  // namespace

ScaleFree distributed_features(Comm& comm, const LocalGraph& local, FeatureSet set, Team& team) {
  const NeighborLists& lists = local.graph.lists;
  std::vector<double> reach;
  agree(comm, [&] { reach = list_reaches(lists); });
  const Unit unit = distributed_unit(comm, local, reach);
  Unit space;
  if (set == FeatureSet::coordinates) {
    agree(comm, [&] { reach = space_reaches(lists, local.rows, team); });
    space = distributed_unit(comm, local, reach);
  }
  ScaleFree features;
  agree(comm, [&] {
    const CellScales scales = cell_scales_in(lists, local.rows, set, unit, space, team);
    features = scale_free_of(local.graph, local.rows, set, scales, local.own, team);
  });
  const auto width = std::ssize(cell_feature_names(set));
  HaloExchange<float>(local.halo, width).run(comm, features.cell.data());
  return features;
}

std::vector<float> distributed_evolve(Comm& comm, LocalGraph& local, ScaleFree features,
                                      const Rule& rule, Team& team) {
  std::vector<char> late;
  std::optional<UniversalRun> run;
  agree(comm, [&] {
    late.resize(local.own.size());
    std::transform(local.own.begin(), local.own.end(), late.begin(),
                   [](char own) { return static_cast<char>(own == 0); });
    run.emplace(rule, local.graph, std::move(features), team, late);
    free_memory(local.graph.neighbor, local.graph.edge_of);  // the run has its own
  });
  const int width = rule.shape.hidden;
  HaloExchange<float> halo(local.halo, width);
  // The edges among own cells need nothing of the others: their conductance is computed while the
  // ghosts' states are on their way.
  const auto conductances = [&] {
    halo.begin(comm,
               [&](std::int32_t v, float* out) { std::copy_n(run->hidden(v).data(), width, out); });
    agree(comm, [&] { run->on_time_edges(); });
    halo.end(
        [&](std::int32_t v, const float* in) { std::copy_n(in, width, run->hidden(v).data()); });
    agree(comm, [&] { run->late_edges(); });
  };
  for (int t = 0; t < rule.steps; ++t) {
    conductances();
    agree(comm, [&] { run->update(); });
    team.advance(static_cast<double>(t + 1) / rule.steps);
  }
  conductances();
  std::vector<float> found;
  agree(comm, [&] {
    found = run->present_conductances();
    run.reset();
    fill_adjacency(local.graph);
  });
  return found;
}

}  // namespace gnac::detail
