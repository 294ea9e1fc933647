#pragma once

#include <string_view>

// Colours that readers with colour blindness tell apart, and marks for when there are too few of
// them.
namespace gnac::detail {

enum class Mark { dot, square, triangle, plus, ring };

/// Of lines and bars, which have names beside them: Okabe and Ito's eight colours, then Tol's eight
/// muted ones.
std::string_view series_colour(int index);

/// How the points of a cluster look: one of the first 8 colours, then the same colours with another
/// mark, so that 40 clusters differ. Noise (below 0) is grey.
struct ClusterLook {
  std::string_view colour;
  Mark mark = Mark::dot;
};
ClusterLook cluster_look(int label);

}  // namespace gnac::detail
