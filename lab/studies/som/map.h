#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// A self-organising map: units on a rectangular grid, each with a place among the points.
struct SomMap {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  Points codebook;                 ///< rows·columns × d, row by row of the grid
  std::vector<std::int32_t> unit;  ///< per point, its best matching unit, the first among equals
};

/// Kohonen's batch map. The grid spans the two widest principal axes of the points, with sides
/// proportional to their deviations, so the result does not depend on a seed. In each epoch every
/// unit moves to the mean of all points, weighted by a Gaussian of the grid distance to their
/// units; its radius shrinks geometrically from half the longer side to `last_radius`.
SomMap train_som(PointsView points, std::int64_t units, int epochs, double last_radius, Team& team);

}  // namespace gnac::detail
