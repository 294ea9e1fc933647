#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// A graph as it stands in a file.
struct GraphInFile : EdgeList {
  bool similarities = false;  ///< its header calls the third column similarity, weight or alike
  std::vector<std::string> names = {};  ///< of the nodes, if edges join names and not numbers
};

/// `nodes` if the graph alone says how many points there are.
inline constexpr std::int64_t kNodesOfGraph = 0;

/// Read a graph: an edge list (each line "i j" or "i j distance", 0-based, any separator, a header
/// line allowed), MatrixMarket coordinate format (1-based, general or symmetric,
/// real/integer/pattern) or a sparse matrix of SciPy (.npz), also gzipped, "-" for standard input.
/// `nodes` is the number of points it must fit; without one, an edge list may join names, which are
/// numbered as they come. Throws Error naming file and row.
GraphInFile read_graph(const std::string& path, std::int64_t nodes);

/// The same from (gunzipped) bytes; `name` is for messages.
GraphInFile parse_graph(std::string_view bytes, const std::string& name, std::int64_t nodes);

}  // namespace gnac::detail
