#pragma once

#include <vector>

#include "distributed/comm.h"

namespace gnac::detail {

/// The median of all ranks' values, which are positive: the middle one, or the mean of the middle
/// two. 0 if there are none.
double distributed_median(Comm& comm, const std::vector<double>& positive);

}  // namespace gnac::detail
