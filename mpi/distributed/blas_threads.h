#pragma once

namespace gnac::detail {

/// Makes every BLAS that is loaded (OpenBLAS, MKL, or another on OpenMP) compute on the thread that
/// calls it. Ranks and teams already use all processors, so threads of its own would only make them
/// wait, and the order of its sums would depend on their number. Their environment variables are no
/// use here, because these libraries read them before main().
void use_one_blas_thread();

}  // namespace gnac::detail
