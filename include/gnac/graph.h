#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

/// An undirected edge {i, j} with i < j.
struct Edge {
  std::int32_t i = 0;
  std::int32_t j = 0;
  auto operator<=>(const Edge&) const = default;
};

/// A directed neighbour relation N(i) with its distances, before symmetrisation. The lists of an
/// exact kNN all have min(k, N-1) entries; those of a corrupted or user-supplied relation may have
/// any number. Within a list: no self, no repeats, ascending by (distance, index).
struct NeighborLists {
  std::vector<std::int64_t> offset;  ///< nodes + 1
  std::vector<std::int32_t> index;   ///< list of i: [offset[i], offset[i+1])
  std::vector<double> distance;      ///< per entry, not squared

  std::int64_t nodes() const { return static_cast<std::int64_t>(offset.size()) - 1; }
  std::int64_t size(std::int64_t i) const { return offset[i + 1] - offset[i]; }
  std::span<const std::int32_t> indices(std::int64_t i) const {
    return {index.data() + offset[i], static_cast<std::size_t>(size(i))};
  }
  std::span<const double> distances(std::int64_t i) const {
    return {distance.data() + offset[i], static_cast<std::size_t>(size(i))};
  }
};

/// The number of published edge features in g_ij.
inline constexpr int kEdgeGeometry = 3;

/// g_ij of one edge: normalised distance, Jaccard index of the two lists, mutual (1) or not (0).
using EdgeGeometry = std::array<float, kEdgeGeometry>;

/// The fixed neighbourhood graph G = (V, E) with its edge geometry (paper, section 3.2). Cells are
/// numbered like the rows of the points.
struct Graph {
  std::int64_t nodes = 0;

  // Unique undirected edges E_u, sorted by (i, j).
  std::vector<Edge> edges;
  std::vector<double> distance;        ///< d_ij, per edge
  std::vector<float> weight;           ///< w_ij = exp(-d²/2σ²), per edge
  std::vector<EdgeGeometry> geometry;  ///< g_ij, per edge

  // Both directions in CSR form: neighbours of v are neighbor[offset[v] .. offset[v+1]),
  // ascending.
  std::vector<std::int64_t> offset;    ///< nodes + 1
  std::vector<std::int32_t> neighbor;  ///< 2·|E_u|
  std::vector<std::int32_t> edge_of;   ///< 2·|E_u|: the undirected edge of each entry

  double sigma = 0;                     ///< σ: median directed edge distance
  std::vector<std::int32_t> component;  ///< per node, numbered by first appearance
  std::int32_t components = 0;

  NeighborLists lists;  ///< the directed relation whose union gives the edges
  NeighborSearch search = NeighborSearch::exact;  ///< how they were found: exact (also the
                                                  ///< caller's) or approximate
  double recall = 1;  ///< share of the true nearest neighbours that an approximate search found,
                      ///< measured on a sample; 1 if the lists are exact or the caller's

  std::int64_t degree(std::int64_t v) const { return offset[v + 1] - offset[v]; }
};

/// The kNN graph of the points (options.neighbors, neighbor_search and metric), symmetrised by
/// union. The columns are taken as they are; distances of cosine and correlation are those of rows
/// of length 1, √(2 - 2 cos).
///
///     gnac::Graph graph = gnac::build_graph(points);
///     graph.neighbor[graph.offset[0]];  // the first of the graph.degree(0) neighbours of point 0
Graph build_graph(PointsView points, const Options& options = {}, const Observer& observer = {});

/// A neighbour relation from outside: directed entries i → j, as in an edge list or a sparse
/// matrix. Symmetric input simply names both directions.
struct EdgeList {
  std::int64_t nodes = 0;
  std::vector<std::int32_t> from;
  std::vector<std::int32_t> to;
  std::vector<double> distance;  ///< per entry, or empty: options.metric of the points
};

/// The caller's own relation in place of kNN: union symmetrisation, weights and geometry as for
/// kNN. Self-loops and repeated entries are dropped. Throws Error when it does not fit the points.
///
///     gnac::EdgeList ring{.nodes = points.n};
///     for (std::int32_t i = 0; i < points.n; ++i) {
///       ring.from.push_back(i);
///       ring.to.push_back((i + 1) % static_cast<std::int32_t>(points.n));
///     }
///     gnac::Graph own = gnac::graph_from_edges(ring, points);
Graph graph_from_edges(const EdgeList& list, PointsView points, const Options& options = {},
                       const Observer& observer = {});

}  // namespace gnac
