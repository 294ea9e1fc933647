#pragma once

#include <cstdint>
#include <vector>

#include "gnac/points.h"
#include "problems/chance.h"

// One part of a problem: points of one cluster, of size about 1, near the origin.
namespace gnac::detail::problems {

/// A thin part of n points; d >= 2.
Points curve(Chance& chance, std::int64_t n, std::int64_t d);

/// A thick part of n points, any d.
Points blob(Chance& chance, std::int64_t n, std::int64_t d);

/// n points of even density: a ball or a box, in two or three dimensions also a simplex or a grid
/// with jitter; stretched.
Points flat(Chance& chance, std::int64_t n, std::int64_t d);

/// n×d standard normals.
Points normals(Chance& chance, std::int64_t n, std::int64_t d);

/// Turn all points together: reflections in a few random planes, in two dimensions any rotation.
void turn(Chance& chance, Points& points);

/// Distances of a sample of the points to their third nearest within the part.
std::vector<double> spacings(const Points& part);

double median(std::vector<double> values);

}  // namespace gnac::detail::problems
