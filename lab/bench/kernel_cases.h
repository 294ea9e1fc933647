#pragma once

#include <vector>

#include "automaton/kernels/kernels.h"
#include "bench/common.h"
#include "gnac/options.h"

namespace gnac::bench {

using namespace detail;

/// Every primitive of kernels.h on one block, with the shapes of a rule of these options. The data
/// fits the second-level cache, as it does within a step.
std::vector<Case> kernel_cases(const Kernels& kernels, const Options& options);

}  // namespace gnac::bench
