#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/points.h"

namespace gnac::cli {

/// Points in a picture: two columns as they are, more by their first two principal components, one
/// along a line. At most 4000 points, evenly chosen.
struct Plane {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::int64_t> point;  ///< which of them each is
  std::string note;                 ///< what the axes are, if that is not obvious
};

Plane plane_of(PointsView points);

/// The labels of the points that the plane shows.
std::vector<std::int32_t> labels_in(const Plane& plane, std::span<const std::int32_t> labels);

}  // namespace gnac::cli
