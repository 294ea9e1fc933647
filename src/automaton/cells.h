#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/kernels/kernels.h"
#include "gnac/graph.h"
#include "gnac/rule.h"
#include "support/aligned.h"
#include "support/team.h"

namespace gnac::detail {

/// How the fast engine lays the graph out in memory. Cells are renumbered for locality, so that the
/// two ends of an edge are likely in cache. Everything here uses that numbering, except where the
/// user's is mentioned.
struct Cells {
  std::int64_t n = 0;
  std::int64_t edge_count = 0;
  /// The last cells and edges are late: cells of another machine, whose states arrive during a
  /// step, and the edges that they are an end of. Late cells are looked at and never updated.
  std::int64_t late_cells = 0;
  std::int64_t late_edges = 0;
  int features = 0;       ///< d
  int edge_features = 0;  ///< of g_ij
  int row = 0;            ///< floats per cell state [h | z | zeros]: padded(d_h + d_z)
  int hidden = 0;         ///< d_h: where z begins in a row
  int domain = 0;         ///< d_z

  std::vector<std::int32_t> user;  ///< user's number of each cell
  std::vector<std::int32_t> cell;  ///< cell of each user's number
  Buffer<float> x;                 ///< n×d: coordinates, or standardised cell features

  // Unique undirected edges, sorted by (first, second); the late ones after the others.
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> second;
  std::vector<std::int32_t> user_edge;  ///< index in Graph::edges
  std::vector<float> geometry;          ///< edges×edge_features
  Buffer<float> weight;                 ///< edges; published form only

  // Both directions. The entries of a cell ascend by neighbour; in the universal form, by the
  // neighbour's user number.
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> neighbor;
  std::vector<std::int32_t> edge;  ///< edge of each entry, index into first/second

  Adjacency adjacency() const { return {offset.data(), neighbor.data(), edge.data()}; }
  EdgeBlock block(std::int64_t b) const;
  std::int64_t edge_blocks() const { return (edge_count + kBlock - 1) / kBlock; }
  std::int64_t cell_blocks() const { return (n + kBlock - 1) / kBlock; }
};

/// Lay out a graph for a rule of this shape in the published form.
Cells lay_out(const Graph& graph, PointsView points, const RuleShape& shape, Team& team);

/// Features of cells (n×features) and edges (edges×edge_features, in the order of graph.edges),
/// before standardisation.
struct FeatureView {
  std::span<const float> cell;
  std::span<const float> edge;
};

/// Lay out a graph for a rule in the universal form, whose standardisation is applied here.
Cells lay_out(const Graph& graph, FeatureView features, const Rule& rule, Team& team);

/// The same for features that the caller gives up. Those of the edges, the largest array of a fit,
/// are brought into the order of the layout where they are. `late` marks late cells by the user's
/// number (empty: none).
Cells lay_out(const Graph& graph, std::vector<float> cell_features,
              std::vector<float> edge_features, const Rule& rule, Team& team,
              std::span<const char> late = {});

/// The scatter of edge vectors to their ends, turned into a gather and cut into rounds of edge
/// blocks whose vectors fit in cache: which slots of the round's buffer each touched cell adds,
/// with which sign, in the order of the slots. So a cell's sum runs in the same order at any number
/// of threads.
struct ScatterPlan {
  struct Round {
    std::int64_t blocks_begin = 0;  ///< into `block`
    std::int64_t blocks_end = 0;
    std::int64_t cells_begin = 0;  ///< into `cell` (and `start`, shifted by the round's number)
    std::int64_t cells_end = 0;
  };
  std::vector<Round> rounds;
  std::vector<std::int32_t> block;  ///< edge blocks; the p-th of a round has the slots p·kBlock …
  std::vector<std::int32_t> cell;   ///< touched cells, ascending within a round
  std::vector<std::int32_t> start;  ///< per touched cell + 1 per round: first entry, round-relative
  std::vector<std::uint32_t> entry;         ///< slot·2 + (1: subtract)
  std::vector<std::int64_t> entries_begin;  ///< per round, into `entry`
  std::int64_t slots = 0;                   ///< largest round, in edges
};

/// Fixed partial sums: every sum over blocks is cut into at most this many lanes, added in order.
/// Threads beyond the number of lanes find no work.
inline constexpr int kLanes = 16;

/// Regions of the graph that a round takes its edges from. With four, each of four threads works on
/// the same region from round to round and from step to step (Team keeps it so), and a vector
/// rarely moves from one core's cache to another's. But four regions need four times as many cells
/// in cache: on a large graph one at a time is faster. Measured: four gain 8 % of an epoch at 5,000
/// cells and 2 % at 20,000; they lose 6 % at 50,000 and 100,000.
constexpr int regions_of_round(std::int64_t cells) {
  return cells <= 32'768 ? 4 : 1;
}

/// A plan with rounds of up to kLanes × `blocks_per_lane` blocks, taken from this many regions.
ScatterPlan plan_scatter(const Cells& cells, int blocks_per_lane, int regions);

}  // namespace gnac::detail
