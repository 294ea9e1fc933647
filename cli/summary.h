#pragma once

#include <string>

#include "run.h"

namespace gnac::cli {

/// What a run found, in a few aligned lines for people.
std::string summary_text(const Run& run);

}  // namespace gnac::cli
