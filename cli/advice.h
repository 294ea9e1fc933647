#pragma once

#include <string>

#include "gnac/diagnosis.h"

namespace gnac::cli {

/// The flag that helps with a finding, as the end of a sentence.
std::string advice(const Finding& finding);

}  // namespace gnac::cli
