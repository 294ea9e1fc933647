#pragma once

#include <string>

#include "run.h"

namespace gnac::cli {

/// The result of a run in a few aligned lines for people.
std::string summary_text(const Run& run);

/// Facts that a user should always be told: the number of clusters if it was chosen, the number of
/// outliers, and whether the partition is uncertain. "" if there is nothing to say, or nothing that
/// a summary has not said.
std::string findings_text(const Run& run, bool summarised);

}  // namespace gnac::cli
