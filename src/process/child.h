#pragma once

#include <functional>
#include <string>

#include "gnac/progress.h"

namespace gnac::detail {

/// What a child process came to.
struct ChildAnswer {
  std::string bytes;    ///< what its work returned
  std::string failure;  ///< why there is no answer, in one sentence; "" where there is one
  bool late = false;    ///< it was ended because its time was up

  bool failed() const { return !failure.empty(); }
};

/// Called in the child, with what passes progress on to the parent. It must make threads of its own
/// where it needs some: those of the parent are not there. What it throws becomes the failure.
using ChildWork = std::function<std::string(const Observer&)>;

/// Do `work` in a child process, so that its peak of memory is its own and that nothing it does
/// harms this one. `observer` is asked here, every 100 ms; when it answers false or throws, the
/// child is ended and Cancelled or that exception thrown. The child is also ended after
/// `time_limit` seconds (0: never), and with this process: on Linux at once, elsewhere when it next
/// tells progress. This process must have no other threads.
ChildAnswer run_in_child(const ChildWork& work, const Observer& observer, double time_limit = 0);

}  // namespace gnac::detail
