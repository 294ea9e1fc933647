#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "methods/spatial/mst.h"

namespace gnac::detail {

/// Genie (Gagolewski, Bartoszuk, Cena 2016) on a spanning tree whose n-1 edges ascend by distance:
/// merge along the shortest remaining edge or, while the Gini index of the cluster sizes exceeds
/// `gini_threshold`, along the shortest one that touches a smallest cluster, until `clusters` are
/// left. Labels by first appearance.
std::vector<std::int32_t> genie_labels(std::span<const MstEdge> edges, std::int64_t n, int clusters,
                                       double gini_threshold);

/// Gini index of sizes, 0 when all are equal and 1 at most: Σ_{i<j} |c_i - c_j| / ((k-1)·Σ c).
double gini_index(std::span<const std::int64_t> sizes);

}  // namespace gnac::detail
