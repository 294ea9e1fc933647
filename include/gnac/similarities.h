#pragma once

#include "gnac/graph.h"

namespace gnac {

/// Edges whose `distance` holds similarities (0 or more, larger is closer: scanpy's
/// `connectivities`, weights of a network), with distances instead: 1 + ln(largest / similarity).
/// The most similar pairs are 1 apart, and a similarity that falls off exponentially with a
/// distance gives that distance back, up to a factor and a constant. Pairs of similarity 0 are no
/// edges. Throws Error for negative values, and if no edge is left.
///
///     gnac::EdgeList edges = gnac::edges_from_similarities({3, {0, 1}, {1, 2}, {0.9, 0.1}});
EdgeList edges_from_similarities(const EdgeList& edges);

}  // namespace gnac
