#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "problems/chance.h"
#include "problems/problems.h"

// Parts put together. Labels are 1, 2, … by part.
namespace gnac::detail::problems {

/// The draws for the problem as a whole.
struct Plan {
  std::int64_t d = 2;
  std::vector<std::int64_t> sizes;   ///< points of each cluster
  double curves = 0;                 ///< share of the parts that are curves
  double closeness = 1;              ///< ProblemOptions::closeness
  std::int64_t most_clusters = 100;  ///< of the families that draw their own sizes
  std::int64_t most_dimensions = 256;

  std::int64_t points() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  }
};

struct Labelled {
  Points points;
  std::vector<std::int32_t> labels;
};

/// Parts side by side, each moved out along a random direction until the gap is what was drawn.
Labelled scattered(Chance& chance, const Plan& plan);

/// Rings in the plane, or shells, about a common centre.
Labelled nested(Chance& chance, const Plan& plan);

/// Dense parts in a sparse cloud; the cloud's points near them are removed.
Labelled dense(Chance& chance, const Plan& plan);

/// Scattered parts, some pairs joined by a chain of points; each half of a chain has the label of
/// its end.
Labelled bridged(Chance& chance, const Plan& plan);

/// Groups of parts, farther apart than the parts within a group.
Labelled hierarchy(Chance& chance, const Plan& plan);

/// Gaussian components with overlap.
Labelled mixture(Chance& chance, const Plan& plan);

/// Gaussian components with overlap, seen through the columns of a table.
Labelled table(Chance& chance, const Plan& plan);

// The following draw number, sizes and dimensions of their clusters anew; sizes may have long
// tails.

/// Normal clouds whose centres are 2.5 to 7 deviations apart, in up to 128 dimensions, told apart
/// by some or all of them.
Labelled overlaps(Chance& chance, const Plan& plan);

/// Normal clouds in 2 to 14 dimensions seen through a random network, with noise: up to 40 clusters
/// in up to 256 columns.
Labelled networks(Chance& chance, const Plan& plan);

/// Directions, as topics of texts: up to 100 clusters, some of them related, rows of length 1.
Labelled spheres(Chance& chance, const Plan& plan);

/// How far a part must move from `start` along the unit vector `u` until at most a share `allowed`
/// of its points lies within `gap` of any placed point: the smallest of about a thousand steps.
double clearance(const Points& placed, const Points& part, const std::vector<double>& start,
                 const std::vector<double>& u, double gap, double allowed);

/// How often one of a point's eight nearest has the point's own label, over a sample of points.
double purity(const Labelled& all);

}  // namespace gnac::detail::problems
