#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "readout/cut_views.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// The numbers of clusters that are compared: 2 to 16, then in steps of about a ninth.
std::vector<int> compared_numbers(int most);

/// How many eigenpairs comparing numbers up to `most` takes: a sized cut may need more clusters
/// than it gives.
int pairs_to_compare(int most, std::int64_t nodes);

/// Every view's cuts into each of `numbers`, ascending; a list per number, without agreements.
/// Three spectra, each solved once, serve all numbers, so the cost hardly depends on how many there
/// are. `reading` was read for 1 to pairs_to_compare(numbers.back()) clusters. There is one
/// centroid view, `bare_centroid`, in a few principal directions if there are many columns; none
/// without coordinates.
std::vector<std::vector<ViewCut>> many_cuts(const Reading& reading, const Graph& graph,
                                            PointsView points, std::span<const int> numbers,
                                            std::uint64_t seed, Team& team);

}  // namespace gnac::detail
