#pragma once

#include <string>
#include <string_view>

namespace gnac::detail {

/// Bytes of memory that this process can get right now: the least of what the machine has
/// available, what its control groups (containers; versions 1 and 2) leave, and what its own
/// address-space limit leaves. 0 if unknown. `root` stands for "/", in which proc/ and
/// sys/fs/cgroup/ are looked up.
double available_memory(const std::string& root = "");

/// E.g. "812 bytes", "37 KiB", "1.5 MiB", "12 GiB".
std::string size_text(double bytes);

/// The bytes that may be used: the limit (GiB) or, if that is 0, the available memory; 0 if
/// unknown.
double memory_limit(double limit_gib);

/// Throws MemoryError with both figures when `bytes` is more than the limit (GiB; 0: what is
/// available). `what` completes "… needs about", e.g. "training on 1000000 points"; `advice` says
/// what else would help, e.g. "lower width".
void require_memory(double bytes, double limit_gib, std::string_view what, std::string_view advice);

}  // namespace gnac::detail
