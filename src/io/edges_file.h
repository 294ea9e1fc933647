#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/graph.h"

namespace gnac::detail {

/// The distances that `gnac fit --edges` wrote.
struct EdgeDistances {
  std::vector<Edge> edges;
  std::vector<double> input;  ///< d_ij, per edge
  std::vector<double> domain;  ///< per edge, how far the rule keeps its ends apart: ‖z_i - z_j‖, or
                               ///< 1 - α if there are no domain states
};

/// Read such a file: text with a header that names i, j, input_distance, and domain_distance or
/// conductance, other columns ignored; also gzipped, "-" for standard input. `nodes` is the number
/// of points it must fit. Throws Error naming file and row.
EdgeDistances read_edges(const std::string& path, std::int64_t nodes);

/// The same from (gunzipped) bytes; `name` is for messages.
EdgeDistances parse_edges(std::string_view bytes, const std::string& name, std::int64_t nodes);

}  // namespace gnac::detail
