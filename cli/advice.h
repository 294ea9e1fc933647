#pragma once

#include <span>
#include <string>

#include "gnac/diagnosis.h"

namespace gnac::cli {

/// The flag that helps with a finding, as the end of a sentence.
std::string advice(const Finding& finding);

/// "gnac: …; try …" for the gravest finding, where it is grave enough to be said before a fit; ""
/// otherwise.
std::string gravest_text(std::span<const Finding> findings);

}  // namespace gnac::cli
