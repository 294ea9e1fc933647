#pragma once

#include <string_view>

// Colours that readers with colour blindness can tell apart, and marks for more clusters than
// colours.
namespace gnac::detail {

enum class Mark { dot, square, triangle, plus, ring };

/// Colours of lines and bars, which are labelled: Okabe and Ito's eight colours, then Tol's eight
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
