#pragma once

#include "readout/block.h"
#include "readout/davidson.h"
#include "support/team.h"

namespace gnac::detail {

/// p(L)·x for the Chebyshev polynomial p of `degree` that is small on [cutoff, 2], where the
/// unwanted eigenvalues are, and grows towards 0 as fast as any polynomial of its degree can. Takes
/// `at_a_time` columns at a time, which changes nothing but memory and time; 0: all of them, or few
/// if the block is large.
Block chebyshev_filter(const LaplacianOperator& laplacian, Block x, double cutoff, int degree,
                       Team& team, int at_a_time = 0);

/// New directions by such a filter, of the degree that suits the cutoff. `products` counts columns
/// multiplied.
Expansion chebyshev_expansion(const LaplacianOperator& laplacian, std::int64_t& products,
                              Team& team);

/// The degree that shrinks the unwanted part ten thousandfold against the eigenvector of 0, within
/// limits: below them, orthogonalising costs more than filtering; above, it is better to check what
/// has been found.
int chebyshev_degree(double cutoff);

}  // namespace gnac::detail
