#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/team.h"

namespace gnac::detail {

/// A place on the curve and the point that is there.
struct CurveStop {
  std::uint32_t key;
  std::int32_t point;
};

/// The points in the order in which a Hilbert curve meets them, which never jumps: a run of them
/// lies close together. `place`: n×dims (2 or 3), row by row. Equal keys are in the order of the
/// points. `stops` has n entries; `spare` is room for the sort.
void along_curve(std::span<const float> place, int dims, std::vector<CurveStop>& stops,
                 std::vector<CurveStop>& spare, Team& team);

}  // namespace gnac::detail
