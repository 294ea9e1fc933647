#pragma once

#include <string_view>

namespace gnac {

/// Bytes of memory that this machine can give right now; 0 when it does not say.
double available_memory();

/// The bytes that work may take: the limit (GiB), or what is available where it is 0; 0 when nobody
/// says.
double memory_limit(double limit_gib);

/// Throws Error with both figures when `bytes` is more than the limit (GiB; 0: what is available).
/// `what` completes "… needs about", e.g. "training on 1000000 points"; `advice` completes "use a
/// larger machine".
void require_memory(double bytes, double limit_gib, std::string_view what,
                    std::string_view advice =
                        ", train on a sample and deploy its rule, or lower width, hidden or "
                        "neighbors");

}  // namespace gnac
