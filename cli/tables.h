#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/model.h"
#include "gnac/points.h"

// Results as text (docs/formats.md). Numbers take the shortest form that reads back to the same
// value.
namespace gnac::cli {

/// One label a line; with ids, CSV lines "id,label" under that header.
std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base);

/// One line per undirected edge: i, j, input distance, domain distance (published rules),
/// conductance (any rule), affinity.
std::string edges_table(const Model& model);

/// CSV with the header x0,x1,…
std::string points_table(PointsView points);

}  // namespace gnac::cli
