#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gnac/points.h"
#include "program.h"

namespace gnac::detail::test {

/// Two half rings that interlock, with a little noise: n points, 2 columns, easy for a graph.
Points arcs(int n);

/// The ring that each of those points belongs to.
std::vector<std::int32_t> arc_labels(int n);

/// As CSV without a header.
std::string csv(PointsView points);

/// Whole numbers, one per line.
std::vector<std::int32_t> parse_lines(const std::string& text);
std::string lines(const std::vector<std::int32_t>& labels);

/// `args` followed by options that make training short, and no progress.
Args quick(Args args);

/// A trace without what may differ between runs.
std::string without_timings(const std::string& trace);

/// The largest label plus one, or -1 when some label below it is missing.
int clusters_in(const std::vector<std::int32_t>& labels);

}  // namespace gnac::detail::test
