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

/// A conductance prepared for cuts into any number of clusters in a range. Everything here is
/// computed once, however many cuts follow; nothing is random.
struct Reading {
  int fewest = 1;  ///< the range of clusters that it supports
  int most = 1;
  std::vector<float> conductance;  ///< α per edge
  std::vector<double> affinity;    ///< α²·q per edge
  std::vector<Bridge> bridges;     ///< between components
  Spectrum spectrum;
  std::vector<TreeLink> merges;  ///< of average linkage, strongest first
  std::vector<TreeLink> tree;    ///< the maximum spanning tree, strongest link first
  std::optional<TreeCut> tree_cut;
};

/// Reads a conductance in [0, 1] per edge for all numbers of clusters from `fewest` to `most` <=
/// graph.nodes. `points` may have no columns (a graph without coordinates): see bridges().
Reading read_conductance(const Graph& graph, PointsView points, std::span<const float> conductance,
                         int fewest, int most, std::uint64_t seed, Team& team);

/// The same for more numbers of clusters, from 1 to `most`: only eigenvectors are computed, and
/// only where there are too few.
Reading read_further(Reading known, const Graph& graph, int most, std::uint64_t seed, Team& team);

/// Exactly `clusters` labels by one of these ways, in order of first appearance.
std::vector<std::int32_t> cut_by(ReadoutKind readout, const Reading& reading, const Graph& graph,
                                 int clusters, Team& team);

/// One way's cut into K clusters, and what can be said about it without labels.
struct Candidate {
  ReadoutKind readout = ReadoutKind::spectral;
  std::vector<std::int32_t> labels;
  double agreement = 1;  ///< mean adjusted Rand index with the other candidates
};

/// All ways' cuts into K clusters, the default (spectral) first. On synthetic problems, no
/// label-free rule for picking among them beat it by more than the error of measurement
/// (docs/readout.md).
std::vector<Candidate> candidates(const Reading& reading, const Graph& graph, int clusters,
                                  Team& team);

}  // namespace gnac::detail
