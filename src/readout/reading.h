#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "readout/absorb.h"
#include "readout/spectrum.h"
#include "readout/tree.h"
#include "readout/tree_cut.h"
#include "support/team.h"

namespace gnac::detail {

/// Ways to cut a graph by its conductance. They fail on different data.
///   spectral  eigenvectors of the normalised Laplacian and k-means
///   merging   average linkage on the graph
///   tree      the maximum spanning tree without its weakest links
enum class ReadoutKind { spectral, merging, tree };
inline constexpr int kReadouts = 3;
std::string_view to_string(ReadoutKind readout);

/// A conductance made ready for cuts into any number of clusters in a range. Everything here is
/// computed once, whatever the number of cuts; nothing is random.
struct Reading {
  int fewest = 1;  ///< clusters that it serves
  int most = 1;
  std::vector<float> conductance;  ///< α per edge
  std::vector<double> affinity;    ///< α²·q per edge
  std::vector<Bridge> bridges;     ///< between components
  Spectrum spectrum;
  std::vector<TreeLink> merges;  ///< of average linkage, the strongest first
  std::vector<TreeLink> tree;    ///< the maximum spanning tree, the strongest link first
  std::optional<TreeCut> tree_cut;
};

/// Reads a conductance in [0, 1] per edge for all numbers of clusters from `fewest` to `most`, at
/// most graph.nodes. `points` may have no columns (a graph without coordinates): see bridges().
Reading read_conductance(const Graph& graph, PointsView points, std::span<const float> conductance,
                         int fewest, int most, std::uint64_t seed, Team& team);

/// Exactly `clusters` labels by one of the ways, by first appearance.
std::vector<std::int32_t> cut_by(ReadoutKind readout, const Reading& reading, const Graph& graph,
                                 int clusters, Team& team);

/// What one way makes of K clusters, and what can be said of it without labels.
struct Candidate {
  ReadoutKind readout = ReadoutKind::spectral;
  std::vector<std::int32_t> labels;
  double agreement = 1;  ///< mean adjusted Rand index with the other candidates
};

/// All ways' cuts into K clusters, the spectral one first: it is the default. No rule that picks
/// among them without labels was better on synthetic problems than its error (docs/readout.md).
std::vector<Candidate> candidates(const Reading& reading, const Graph& graph, int clusters,
                                  Team& team);

}  // namespace gnac::detail
