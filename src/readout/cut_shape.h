#pragma once

#include <cstdint>
#include <span>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// The shape of the clusters of a cut in space, beyond the reach of neighbourhoods.
struct CutShape {
  double silhouette = 0.5;  ///< mean over the points of (b - a)/max(a, b), a the distance to the
                            ///< centre of the own cluster, b to the nearest other one
  double mixture = 0;       ///< by how much a normal cloud for each cluster explains the points
                            ///< better than one for all, per point, net of its parameters (BIC);
                            ///< as little as ever if the clusters are pieces along a curve
};

/// The shape of a partition into `clusters` by `labels`. All normal clouds have one covariance, in
/// at most kShapeDirections principal directions. Without coordinates the default, which speaks for
/// a single cluster. Clusters far apart count as compact pieces too: gap and valley find those.
inline constexpr std::int64_t kShapeDirections = 16;
CutShape cut_shape(PointsView points, std::span<const std::int32_t> labels, int clusters,
                   double intrinsic_dimension, Team& team);

}  // namespace gnac::detail
