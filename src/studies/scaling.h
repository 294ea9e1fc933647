#pragma once

#include <cstdint>
#include <vector>

#include "gnac/options.h"
#include "studies/jobs.h"

namespace gnac::detail {

struct ScalingPlan {
  std::vector<std::int64_t> sizes{1000, 2000, 5000, 10000, 20000, 50000, 100000};
  std::vector<std::uint64_t> seeds{7, 17, 27};
  std::uint64_t sample_seed = 7;  ///< of the one master sample
  int threads = 0;                ///< part of what identifies a run: its values are times
  Options options = Options::paper();
};

/// G-NAC on nested prefixes of one Gaussian mixture: seconds by stage, peak memory, ARI. Each fit
/// runs in its own process, one job at a time, or the times would mean nothing.
std::vector<Job> scaling_jobs(const ScalingPlan& plan);

}  // namespace gnac::detail
