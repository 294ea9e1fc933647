#pragma once

#include <cstdint>
#include <span>

#include "gnac/points.h"
#include "support/team.h"

// Quality of a partition from the points alone. Labels are 0..K-1, every cluster non-empty; all
// throw Error unless 2 <= K <= N-1 and there is one label per point.
namespace gnac::detail {

/// Mean silhouette (Rousseeuw 1987), Euclidean, exact: N² distances in linear memory. -1..1, higher
/// is better; a point alone in its cluster counts as 0.
double silhouette(PointsView points, std::span<const std::int32_t> labels, Team& team);

/// The same mean over `sample` points drawn without replacement, each still measured against every
/// point: an unbiased estimate at sample·N distances. All points when sample >= N.
double silhouette_sampled(PointsView points, std::span<const std::int32_t> labels,
                          std::int64_t sample, std::uint64_t seed, Team& team);

/// Davies–Bouldin index (1979): mean over clusters of the worst (spread_a + spread_b) / distance of
/// centroids. From 0, lower is better; infinite when two centroids coincide.
double davies_bouldin(PointsView points, std::span<const std::int32_t> labels);

/// Caliński–Harabasz index (1974): variance between clusters over variance within. From 0, higher
/// is better; infinite if the points of every cluster coincide.
double calinski_harabasz(PointsView points, std::span<const std::int32_t> labels);

}  // namespace gnac::detail
