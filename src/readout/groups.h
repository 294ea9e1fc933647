#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/absorb.h"
#include "readout/spectrum.h"
#include "readout/tree.h"

namespace gnac::detail {

/// A graph in small: its nodes are groups of nodes that average linkage merges first. Cuts of it
/// are close to cuts of the graph itself, at the cost of the groups.
struct Groups {
  std::vector<std::int32_t> of;  ///< the group of each node, numbered by first appearance
  Graph graph;  ///< of the groups: edges, both directions and components, nothing of distances
  std::vector<double> affinity;  ///< per edge of it: the sum over the edges between two groups
  std::vector<Bridge> bridges;   ///< as those of the nodes
  std::vector<TreeLink> merges;  ///< of the groups, the strongest first
};

/// `count` groups, or as many as there are components if those are more. `merges` as
/// average_merges() makes them, the strongest first.
Groups group_nodes(const Graph& graph, std::span<const double> affinity,
                   std::span<const TreeLink> merges, std::span<const Bridge> bridges,
                   std::int64_t count);

/// The groups that labels 0..G-1 say. `merges` is empty.
Groups group_by(const Graph& graph, std::span<const double> affinity,
                std::vector<std::int32_t> labels, std::span<const Bridge> bridges);

/// The sums of another affinity over the edges between two groups, per edge of groups.graph.
std::vector<double> group_affinity(const Groups& groups, const Graph& graph,
                                   std::span<const double> affinity);

/// Points of each group, and the affinity of all their edges, those inside included twice.
std::vector<std::int64_t> group_sizes(const Groups& groups);
std::vector<double> group_volumes(const Groups& groups, const Graph& graph,
                                  std::span<const double> affinity);

/// The labels of nodes from those of their groups, by first appearance.
std::vector<std::int32_t> labels_of_nodes(const Groups& groups,
                                          std::span<const std::int32_t> labels);

}  // namespace gnac::detail
