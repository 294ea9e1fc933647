#pragma once

#include "support/team.h"

namespace gnac::bench {

using namespace detail;

/// The most single-precision multiply-add flops per second that the threads of this team reach
/// together, with the instruction set that the kernels use: the ceiling of every matrix product.
double peak_flops(Team& team);

/// Bytes per second of a[i] = b[i] + s·c[i] over arrays far larger than the caches, counted as
/// STREAM does: two reads and one write.
double triad_bandwidth(Team& team);

}  // namespace gnac::bench
