#pragma once

#include <string_view>

namespace gnac {

/// Bytes that new work may take without swapping; infinite where the system does not say.
double available_memory();

/// Throws Error, with both figures, when `bytes` exceed what is available. `what` names the need,
/// e.g. "the matrix of all distances".
void require_memory(std::string_view what, double bytes);

}  // namespace gnac
