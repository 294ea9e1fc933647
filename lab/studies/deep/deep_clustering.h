#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// DEC and IDEC: an autoencoder d–W–W–code–W–W–d with ReLU between, linear code and output; then
/// its code is clustered.
struct DeepSettings {
  int code = 10;                ///< dimension of the code
  int width = 32;               ///< W: of the hidden layers
  int pretrain_steps = 500;     ///< gradient steps that train the autoencoder
  int cluster_steps = 200;      ///< most gradient steps of the clustering phase
  int interval = 40;            ///< steps between new target distributions
  int batch = 256;              ///< points per gradient step
  double learning_rate = 1e-3;  ///< of Adam
  double gamma = 0.1;           ///< IDEC only: weight of the clustering loss next to reconstruction
  double tolerance = 1e-3;      ///< stop when fewer than this share of labels change in an interval
};

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
