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

/// The outcome of a method in its own process.
struct Outcome {
  std::vector<std::int32_t> labels;  ///< empty if it failed
  std::vector<std::pair<std::string, double>> facts;
  double seconds = 0;                                          ///< of the method alone
  double peak_mib = std::numeric_limits<double>::quiet_NaN();  ///< resident, points included
  std::string failure;     ///< why there are no labels, in one sentence; "" if there are
  bool no_memory = false;  ///< that is why

  bool failed() const { return !failure.empty(); }
};

struct ApartOptions {
  std::uint64_t seed = 7;
  int threads = 0;
  double time_limit = 0;  ///< seconds; 0: none
};

/// Run a method in a child process, so that it has its own peak of memory and cannot harm the
/// others; its progress is passed on to `observer` here. If that returns false, the child is ended
/// and Cancelled thrown. This process must have no other threads.
Outcome run_apart(const MethodInfo& method, PointsView points, int clusters,
                  const MethodOptions& options, const ApartOptions& how, const Observer& observer);

}  // namespace gnac::cli
