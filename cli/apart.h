#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gnac/points.h"
#include "gnac/progress.h"
#include "methods/method.h"

namespace gnac::cli {

using namespace detail;

/// What a method did in a process of its own.
struct Outcome {
  std::vector<std::int32_t> labels;  ///< none where it failed
  std::vector<std::pair<std::string, double>> facts;
  double seconds = 0;                                          ///< of the method alone
  double peak_mib = std::numeric_limits<double>::quiet_NaN();  ///< resident, points included
  std::string failure;  ///< why there are no labels, in one sentence; "" where there are

  bool failed() const { return !failure.empty(); }
};

struct ApartOptions {
  std::uint64_t seed = 7;
  int threads = 0;
  double time_limit = 0;  ///< seconds; 0: none
};

/// Run a method in a child process, so that its peak of memory is its own and that nothing it does
/// harms the others; what it says of its progress reaches `observer` here. Throws Cancelled when
/// that answers false; the child is ended then. This process must have no other threads.
Outcome run_apart(const MethodInfo& method, PointsView points, int clusters,
                  const MethodOptions& options, const ApartOptions& how, const Observer& observer);

}  // namespace gnac::cli
