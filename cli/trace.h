#pragma once

#include <string>

#include "run.h"

namespace gnac::cli {

/// The trace of a run as JSON (docs/formats.md). Everything that depends on threads or the clock is
/// in its last member, "timings"; the rest is byte for byte the same at any number of threads.
std::string trace_json(const Run& run);

}  // namespace gnac::cli
