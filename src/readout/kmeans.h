#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "support/random.h"
#include "support/team.h"

namespace gnac::detail {

struct KMeansOptions {
  int starts = 20;  ///< k-means++ starts; the lowest inertia wins, ties to the earliest
  int max_iterations = 300;
  double tolerance =
      1e-4;  ///< stop when centres move less than this share of the data's mean variance
  std::uint64_t seed = 7;
  Stream stream = Stream::kmeans;
  std::uint32_t part = 0;  ///< first part of the stream; start s uses part + s
};

struct KMeansResult {
  std::vector<std::int32_t> labels;  ///< 0..K-1, in order of first appearance
  std::vector<double> centres;       ///< K×d
  double inertia = 0;                ///< sum of squared distances to the points' own centres
  int iterations = 0;                ///< of the winning start
};

/// Lloyd's algorithm from k-means++ starts, with exactly `clusters` non-empty clusters (n >=
/// clusters is required), even if points coincide. Bitwise the same at any number of threads.
KMeansResult kmeans(PointsView points, int clusters, const KMeansOptions& options, Team& team);

}  // namespace gnac::detail
