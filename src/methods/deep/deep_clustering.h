#pragma once

#include <cstdint>
#include <vector>

#include "gnac/methods.h"
#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

struct DeepResult {
  std::vector<std::int32_t> labels;  ///< in [0, K), perhaps not all present
  double reconstruction = 0;         ///< mean squared error per value after pre-training
  int steps = 0;                     ///< of the clustering phase
};

/// Deep embedded clustering: an autoencoder is trained to reconstruct the points (scaled to mean 0
/// and global deviation 1), k-means on its code gives K centres, then encoder and centres descend
/// the divergence between soft assignments and their sharpened target. `reconstruct` keeps the
/// decoder and its loss in that phase (IDEC), with weight gamma on the divergence.
DeepResult deep_clustering(PointsView points, int clusters, const DeepSettings& settings,
                           bool reconstruct, std::uint64_t seed, Team& team);

}  // namespace gnac::detail
