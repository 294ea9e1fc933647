#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"
#include "readout/tree_cut.h"
#include "readout/cut_views.h"
#include "support/team.h"

namespace gnac::detail {

/// A graph that lacks something, made ready for cuts by tree and by merging.
struct Variation {
  std::vector<char> gone;  ///< nodes that are left out; empty: none
  std::optional<TreeCut> tree;
  std::vector<TreeLink> merges;
};

/// The graph with each node's nearer half of its neighbours only, and the graph without a tenth of
/// its nodes. What is lacking hardly conducts: numbers of nodes and edges stay. Which nodes go is a
/// function of their numbers alone. None above kMostVaried nodes, where the copies would take more
/// memory than the rest of the fit.
using Variations = std::vector<Variation>;
inline constexpr std::int64_t kMostVaried = 1'000'000;
Variations variations(const Reading& reading, const Graph& graph, Team& team);

/// How much of a partition other ways to read the same points find again, from 0 to 1.
struct Survival {
  double fit = 1;                ///< mean adjusted Rand index
  std::vector<double> clusters;  ///< per cluster: mean overlap (Jaccard) with its closest match
};

/// The survival of the first cut in the others by conductance (conductance_cuts()), and in tree and
/// merging of both variations.
Survival survival(std::span<const ViewCut> cuts, const Variations& variations,
                  const Reading& reading, const Graph& graph, int clusters);

}  // namespace gnac::detail
