#pragma once

#include "gnac/graph.h"

namespace gnac::detail {

/// How many dimensions the points have around each of them, by the growth of the distances to their
/// nearest neighbours: the estimator of Levina and Bickel 2004, averaging inverses as MacKay and
/// Ghahramani suggest. Every node counts equally many edges, its nearest: in a kNN graph its
/// own neighbours, whose other edges are longer. 0 if it cannot be said, because
/// most nodes have neighbours at their own place.
double intrinsic_dimension(const Graph& graph);

}  // namespace gnac::detail
