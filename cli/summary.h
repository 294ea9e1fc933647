#pragma once

#include <string>

#include "run.h"

namespace gnac::cli {

/// What a run found, in a few aligned lines for people.
std::string summary_text(const Run& run);

/// What a user should hear even without asking: the number of clusters that was chosen, how many
/// outliers there are, and whether the partition is uncertain. "" where there is nothing to say.
std::string findings_text(const Run& run);

}  // namespace gnac::cli
