#pragma once

#include <string>

#include "distributed/distributed_fit.h"
#include "gnac/options.h"

namespace gnac::mpi {

using namespace detail;

/// The record of a run, rank by rank and stage by stage, as JSON (docs/scale.md).
std::string trace_json(const DistributedFit& fit, int clusters, const Options& options,
                       int threads);

}  // namespace gnac::mpi
