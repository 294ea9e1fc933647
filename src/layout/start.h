#pragma once

#include <vector>

#include "layout/weights.h"

namespace gnac::detail {

/// First places for a small graph (n×dims, row by row): eigenvectors 2 to dims + 1 of its
/// normalised Laplacian, divided by √degree, with a standard deviation of 1.
std::vector<float> first_places(const WeightedGraph& graph, int dims);

}  // namespace gnac::detail
