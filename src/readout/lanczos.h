#pragma once

#include <functional>

#include "readout/davidson.h"

namespace gnac::detail {

/// The smallest eigenpairs of L without the first (0, √d), by a block Lanczos method on an exact
/// inverse: `inverse(x)` is L⁺·x, up to a multiple of √d, for columns orthogonal to √d. It
/// costs less than half of davidson() if many pairs are wanted: the basis has two or three times as
/// many columns and is built once, without a product by L or a restart.
///
/// It sees at most as many of equal eigenvalues as a block has columns. The caller counts; if one
/// is missing, or if this does not converge within `columns`, davidson() is the way.
DavidsonResult lanczos(const LaplacianOperator& laplacian,
                       const std::function<Block(const Block&)>& inverse,
                       const DavidsonOptions& options, int columns, Team& team);

}  // namespace gnac::detail
