#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/input_part.h"
#include "gnac/points.h"

namespace gnac::detail {

/// The points that a rank owns: those in its part of space.
struct OwnPoints {
  std::int64_t n = 0;            ///< points of all ranks
  std::vector<std::int32_t> id;  ///< row in the input, ascending
  Points rows;                   ///< in that order
};

/// Moves every row to the rank whose part of space it lies in: a leaf of a k-d tree with one leaf
/// per rank, split at medians of a sample along the widest column. The answer does not depend on
/// who owns what, so a sample is enough; equal points are ordered by row.
OwnPoints distribute(Comm& comm, InputPart part);

}  // namespace gnac::detail
