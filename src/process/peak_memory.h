#pragma once

namespace gnac::detail {

/// Give freed memory back to the system and start the peak anew. Where the system cannot, the peak
/// stays that of the whole process.
void reset_peak_memory();

/// The largest resident memory of this process since then, in MiB; NaN where it cannot be known.
double peak_memory_mib();

}  // namespace gnac::detail
