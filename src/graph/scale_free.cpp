#include "graph/scale_free.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "graph/order.h"
#include "graph/scale_free/cell_scales.h"
#include "graph/scale_free/features.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 256;  // nodes per item of work

// In the order in which FeatureRows writes them. FeatureSet::graph leaves out the middle ones.
constexpr std::array<std::string_view, 9> kCellNames{
    "growth_near", "growth_far", "contrast_near", "contrast_middle", "contrast_all",
    "off_centre",  "share_1",    "share_2",       "degree"};
constexpr std::array<std::string_view, 6> kGraphCellNames{
    "growth_near", "growth_far", "contrast_near", "contrast_middle", "contrast_all", "degree"};
constexpr std::array<std::string_view, 13> kEdgeNames{
    "length_near", "length_all", "length_wider", "length_narrower", "step_near",
    "step_all",    "rank_lower", "rank_upper",   "jaccard",         "mutual",
    "ball",        "lune",       "middle"};
constexpr std::size_t kGraphEdges = 10;

// Per undirected edge (i, j): the rank of j in i's list, then of i in j's.
std::vector<float> edge_ranks(const Graph& graph, Team& team) {
  std::vector<float> rank(2 * graph.edges.size(), static_cast<float>(kAbsentRank));
  team.for_blocks(graph.nodes, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto list = graph.lists.indices(i);
      const auto row = graph.neighbor.begin() + graph.offset[i];
      const auto row_end = graph.neighbor.begin() + graph.offset[i + 1];
      for (std::size_t p = 0; p < list.size(); ++p) {
        const auto found = std::lower_bound(row, row_end, list[p]);
        // A part of a larger graph may lack the edge.
        if (found == row_end || *found != list[p]) continue;
        const auto at = found - graph.neighbor.begin();
        const std::int64_t slot = 2 * static_cast<std::int64_t>(graph.edge_of[at]);
        rank[slot + (list[p] < i ? 1 : 0)] =
            static_cast<float>(static_cast<double>(p + 1) / static_cast<double>(list.size()));
      }
    }
  });
  return rank;
}

// The order in which nodes are visited, which affects only the time: if the points do not fit the
// cache, neighbours follow each other.
std::vector<std::int32_t> working_order(const Graph& graph, PointsView points) {
  constexpr std::int64_t kCached = std::int64_t{8} << 20;
  if (points.n * points.d * static_cast<std::int64_t>(sizeof(double)) > kCached) {
    return locality_order(graph);
  }
  std::vector<std::int32_t> order(static_cast<std::size_t>(graph.nodes));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace

std::span<const std::string_view> cell_feature_names(FeatureSet set) {
  if (set == FeatureSet::graph) return kGraphCellNames;
  return kCellNames;
}

std::span<const std::string_view> edge_feature_names(FeatureSet set) {
  if (set == FeatureSet::graph) return std::span(kEdgeNames).first(kGraphEdges);
  return kEdgeNames;
}

ScaleFree scale_free(const Graph& graph, PointsView points, FeatureSet set, Team& team) {
  assert(set == FeatureSet::graph || (points.n == graph.nodes && points.d > 0));
  return scale_free_of(graph, points, set, cell_scales(graph, points, set, team), {}, team);
}

double scale_free_bytes(const RuleShape& shape, std::int64_t nodes, std::int64_t edges,
                        double entries) {
  // The features, the ranks of edges, and the scales: radii, distances, an order to work in.
  return (4.0 * shape.edge_features + 8) * static_cast<double>(edges) + 8 * entries +
         (4.0 * shape.features + 52) * static_cast<double>(nodes);
}

ScaleFree scale_free_of(const Graph& graph, PointsView points, FeatureSet set,
                        const CellScales& scales, std::span<const char> wanted, Team& team) {
  assert(graph.lists.nodes() == graph.nodes);
  const std::vector<float> rank = edge_ranks(graph, team);
  const auto cell_width = std::ssize(cell_feature_names(set));
  const auto edge_width = std::ssize(edge_feature_names(set));
  ScaleFree out;
  out.set = set;
  out.cell.resize(static_cast<std::size_t>(graph.nodes * cell_width));
  out.edge.resize(graph.edges.size() * static_cast<std::size_t>(edge_width));
  const std::vector<std::int32_t> order = working_order(graph, points);
  team.for_blocks(graph.nodes, kBlock, [&](std::int64_t begin, std::int64_t end) {
    FeatureRows rows(set, points, scales);
    for (std::int64_t turn = begin; turn < end; ++turn) {
      const std::int32_t i = order[turn];
      const CellFacts cell = fitted_cell(graph, points, scales, i);
      if (wanted.empty() || wanted[i] != 0) rows.cell(cell, out.cell.data() + i * cell_width);
      for (std::int64_t at = graph.offset[i]; at < graph.offset[i + 1]; ++at) {
        const std::int32_t j = graph.neighbor[at];
        if (j < i) continue;
        const std::int64_t e = graph.edge_of[at];
        const EdgeFacts facts{graph.distance[e], rank[2 * e], rank[2 * e + 1], graph.geometry[e][1],
                              graph.geometry[e][2]};
        rows.edge(cell, fitted_cell(graph, points, scales, j), facts,
                  out.edge.data() + e * edge_width);
      }
    }
  });
  return out;
}

}  // namespace gnac::detail
