#pragma once

#include <cstddef>
#include <span>

namespace gnac::detail {

/// The largest sum of one entry per row, no two in the same column, of a rows×columns matrix with
/// rows <= columns (Kuhn's Hungarian method with potentials, rows²·columns steps).
double largest_assignment(std::span<const double> value, std::size_t rows, std::size_t columns);

}  // namespace gnac::detail
