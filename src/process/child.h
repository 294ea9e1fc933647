#pragma once

#include <functional>
#include <string>

#include "gnac/progress.h"

namespace gnac::detail {

/// The outcome of a child process.
struct ChildAnswer {
  std::string bytes = {};    ///< what its work returned
  std::string failure = {};  ///< why there is no answer, in one sentence; "" if there is one
  bool late = false;         ///< ended because its time was up
  bool no_memory = false;    ///< the work needs more memory than there is

  bool failed() const { return !failure.empty(); }
};

/// Called in the child with an observer that passes progress on to the parent. It must start its
/// own threads if it needs any: the parent's are not there. What it throws becomes the failure.
using ChildWork = std::function<std::string(const Observer&)>;

/// Do `work` in a child process, so that it has its own peak of memory and cannot harm this one.
/// `observer` is called here every 100 ms; if it returns false or throws, the child is ended and
/// Cancelled or that exception is thrown. The child is also ended after `time_limit` seconds (0:
/// never), and when this process ends: on Linux at once, elsewhere when it next reports progress.
/// This process must have no other threads.
ChildAnswer run_in_child(const ChildWork& work, const Observer& observer, double time_limit = 0);

}  // namespace gnac::detail
