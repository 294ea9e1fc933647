#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "gnac/rule.h"
#include "support/team.h"

namespace gnac::detail {

/// Which scale-free features: all of them, or those that need no coordinates, only neighbour lists
/// with their distances.
enum class FeatureSet { coordinates, graph };

/// The features of a cell and of an edge, in the order of their columns. A rule is made for one of
/// the two sets: it has as many (edge) features as there are names here.
std::span<const std::string_view> cell_feature_names(FeatureSet set);
std::span<const std::string_view> edge_feature_names(FeatureSet set);

/// The features of a graph that a universal rule sees: unchanged if the points are rotated, moved,
/// scaled or renumbered (defined in docs/method.md). All values lie in [-6, 6].
struct ScaleFree {
  FeatureSet set = FeatureSet::coordinates;
  std::vector<float> cell;  ///< nodes × cell features
  std::vector<float> edge;  ///< |E_u| × edge features, in the order of graph.edges
};

/// The features of every cell and edge of the graph. The points are used by
/// FeatureSet::coordinates only; otherwise they may be empty.
ScaleFree scale_free(const Graph& graph, PointsView points, FeatureSet set, Team& team);

/// Bytes that scale_free() takes besides the graph for features of this shape.
double scale_free_bytes(const RuleShape& shape, std::int64_t nodes, std::int64_t edges,
                        double entries);

}  // namespace gnac::detail
