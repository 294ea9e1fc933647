#pragma once

#include <string>

#include "gnac/graph.h"

namespace gnac {

/// Read a graph: an edge list ("i j" or "i j distance" a line, 0-based, any separator) or
/// MatrixMarket coordinate format (1-based, general or symmetric, real/integer/pattern), also
/// gzipped, "-" for standard input. `nodes` is the number of points it must fit. Throws Error
/// naming file and line.
EdgeList read_graph(const std::string& path, std::int64_t nodes);

}  // namespace gnac
