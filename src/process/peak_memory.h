#pragma once

namespace gnac::detail {

/// Give freed memory back to the system and reset the peak. If the system cannot, the peak stays
/// that of the whole process.
void reset_peak_memory();

/// The largest resident memory of this process since the reset, in MiB; NaN if unknown.
double peak_memory_mib();

}  // namespace gnac::detail
