#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

struct LloydResult {
  std::vector<std::int32_t> labels;  ///< n, by the numbering of the starting centres
  std::vector<double> centres;       ///< K×d
  int iterations = 0;
};

/// Lloyd's algorithm from the given K×d centres: assign each point to its nearest centre (ties to
/// the lowest number), move each centre to the mean of its points; until no label changes, or the
/// centres together move by no more than `tolerance` (squared), or `max_iterations`. A cluster that
/// would be empty takes the point farthest from its own centre among clusters of two or more.
///
/// Hamerly's bounds (SDM 2010) skip the distances that cannot matter. They are widened by far more
/// than any rounding error, so the labels are those of the plain algorithm. `team` may be null.
LloydResult lloyd(PointsView points, std::vector<double> centres, int max_iterations,
                  double tolerance, Team* team);

/// The sum of squared distances of the points to the centres of their labels.
double inertia(PointsView points, const LloydResult& found, Team* team);

}  // namespace gnac::detail
