#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/points.h"
#include "readout/absorb.h"
#include "readout/groups.h"
#include "readout/spectrum.h"
#include "readout/tree.h"
#include "readout/tree_cut.h"
#include "support/team.h"

namespace gnac::detail {

/// A conductance prepared for cuts into any number of clusters in a range. Everything here is
/// computed once, however many cuts follow; nothing is random.
struct Reading {
  int fewest = 1;  ///< the range of clusters that it supports
  int most = 1;
  std::vector<float> conductance;  ///< α per edge
  std::vector<double> affinity;    ///< α²·q per edge
  std::vector<Bridge> bridges;     ///< between components
  std::optional<Groups> groups;    ///< if there are many nodes: what `spectrum` describes
  Spectrum spectrum;
  std::optional<Spectrum> sharp;  ///< of every node, for cuts into sharp->clusters; see sharpen()
  std::vector<TreeLink> merges;   ///< of average linkage, the strongest first
  std::vector<TreeLink> tree;     ///< the maximum spanning tree, the strongest link first
  std::optional<TreeCut> tree_cut;
};

/// Reads a conductance in [0, 1] per edge for all numbers of clusters from `fewest` to `most` <=
/// graph.nodes. `points` may have no columns (a graph without coordinates): see bridges().
Reading read_conductance(const Graph& graph, PointsView points, std::span<const float> conductance,
                         int fewest, int most, std::uint64_t seed, Team& team);

/// Above this many nodes a survey() cuts groups of them.
inline constexpr std::int64_t kMostSurveyed = 10'000;
inline constexpr std::int64_t kSurveyGroups = 5'000;

/// A reading for all numbers of clusters from 1 to `most` that is quick however many nodes there
/// are: above kMostSurveyed of them the spectral readout cuts kSurveyGroups groups of nodes.
Reading survey(const Graph& graph, PointsView points, std::span<const float> conductance, int most,
               std::uint64_t seed, Team& team);

/// The same from a reading of every node: only the groups and their eigenvectors are computed.
Reading read_groups(Reading known, const Graph& graph, int most, std::uint64_t seed, Team& team);

/// From here on the spectral cut of a survey into `clusters` is that of every node, as
/// read_conductance() for this number gives it. Nothing changes if there are no groups.
void sharpen(Reading& reading, const Graph& graph, int clusters, std::uint64_t seed, Team& team);

/// The spectrum that cuts into `clusters` come from.
const Spectrum& spectrum_for(const Reading& reading, int clusters);

/// Exactly `clusters` labels by one of these ways, in order of first appearance.
std::vector<std::int32_t> cut_by(ReadoutChoice readout, const Reading& reading, const Graph& graph,
                                 int clusters, Team& team);

}  // namespace gnac::detail
