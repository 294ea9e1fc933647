#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/method.h"
#include "studies/benchmark.h"
#include "studies/jobs.h"

namespace gnac::detail {

struct ScalingPlan {
  std::vector<std::int64_t> sizes{1000, 2000, 5000, 10000, 20000, 50000, 100000};
  std::vector<std::uint64_t> seeds{7, 17, 27};
  std::uint64_t sample_seed = 7;  ///< of the one master sample
  int threads = 0;                ///< part of what identifies a run: its values are times
  std::vector<std::string> methods{"gnac"};  ///< forms of G-NAC: gnac, universal and graph-only
  MethodOptions options = published_options();
};

/// G-NAC on nested prefixes of one Gaussian mixture: seconds by stage, peak memory, ARI. Each fit
/// has its own process; only one job runs at a time, otherwise the times would mean nothing. A
/// method without a seed runs once for each size.
std::vector<Job> scaling_jobs(const ScalingPlan& plan);

}  // namespace gnac::detail
