#pragma once

#include <cstdint>
#include <vector>

#include "gnac/graph.h"
#include "readout/reading.h"

namespace gnac::detail {

/// Some of the points by themselves, with a graph and a conductance of their own. Among fewer
/// points a neighbourhood is wider: where all of them are so many that clusters which overlap look
/// even from close by, these show that they are several.
struct Excerpt {
  std::vector<std::int32_t> rows;  ///< the points, by their rows among all
  Graph graph;
  Reading reading;
};

}  // namespace gnac::detail
