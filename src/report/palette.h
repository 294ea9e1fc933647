#pragma once

#include <string_view>

// Colours that readers with colour blindness can tell apart, and marks for more clusters than
// colours.
namespace gnac::detail {

enum class Mark { dot, square, triangle, plus, ring };

/// How the points of a cluster look, as on the page: one of 24 colours, and another mark after
/// every 8 clusters. 120 clusters look distinct. Outliers and noise (below 0) are grey.
struct ClusterLook {
  std::string_view colour;
  Mark mark = Mark::dot;
};
ClusterLook cluster_look(int label);

}  // namespace gnac::detail
