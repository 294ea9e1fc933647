#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/hierarchy.h"
#include "readout/tree.h"

namespace gnac::detail {

/// The hierarchy of a spanning tree, whose links come strongest first: n - 1 merges. Heights are 1
/// - α for links of the graph, at least 0 and at most 1, and 1 + gap for bridges between
/// components, which merge last.
std::vector<Merge> merges_of(std::span<const TreeLink> links, std::int64_t nodes);

}  // namespace gnac::detail
