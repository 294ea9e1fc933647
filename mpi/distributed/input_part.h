#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "distributed/comm.h"
#include "gnac/points.h"
#include "gnac/scaling.h"

namespace gnac::detail {

/// The rows of one rank: a run of the rows of all files, one after the other.
struct InputPart {
  std::int64_t n = 0;      ///< rows in all
  std::int64_t first = 0;  ///< number of the first row here
  Points rows;
};

/// This rank's share of the rows of .npy files with the same number of columns.
/// Throws Error, the same on every rank, naming file, row and column of a mistake.
InputPart read_part(Comm& comm, const std::vector<std::string>& paths);

/// fit_scaling() of all ranks' rows to the last digit. Only ScaleMode::none, global and standard.
InputScaling distributed_fit_scaling(Comm& comm, const InputPart& part, ScaleMode mode,
                                     Metric metric = Metric::euclidean);

}  // namespace gnac::detail
