#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// A clustering problem whose answer is known: what a universal rule is trained on.
struct Problem {
  Points points;
  std::vector<std::int32_t> labels;  ///< 1..K, 0 = background noise
  int clusters = 0;                  ///< K: every label from 1 to K occurs
};

/// The ingredients of problems. Each can be left out, to see how much a rule depends on it.
enum class Family : std::uint32_t {
  curves,     ///< thin parts: arcs, spirals, zigzags, lines, smooth curves, bent sheets
  blobs,      ///< thick parts: Gaussian, uniform, heavy-tailed, skewed, stretched
  nested,     ///< rings and shells about a common centre
  dense,      ///< dense parts inside a thin cloud
  bridged,    ///< parts joined by chains of points
  hierarchy,  ///< groups of parts, the parts close and the groups apart
  mixtures,   ///< overlapping Gaussian components in up to 60 dimensions
  tables,  ///< like `mixtures`, seen through skewed, rounded, binary, redundant and useless columns
  flat,    ///< one cluster of even density, which nothing should cut
  noise,   ///< background points, with label 0
  warps,   ///< grids, duplicates, stretched axes and columns of noise on top of any other
};
inline constexpr int kFamilies = 11;
std::span<const std::string_view> family_names();  ///< in the order of the enumeration

struct ProblemOptions {
  int least_points =
      60;  ///< approximate: parts that vanish make a problem smaller, noise makes it larger
  int most_points = 900;
  double large_share = 0.05;  ///< share of problems above most_points, up to large_points
  int large_points = 2000;
  int most_clusters = 20;
  int most_dimensions = 60;
  double closeness = 1;       ///< factor of the gaps between parts of a layout; near 0 they touch
  std::uint32_t without = 0;  ///< families to leave out: bits 1 << Family. Without curves and blobs
                              ///< parts are blobs; without every layout they are scattered
  bool leaves_out(Family family) const {
    return (without >> static_cast<std::uint32_t>(family) & 1) != 0;
  }
};

/// Problem `index` of the endless sequence with this seed: a pure function of its arguments.
/// Families, sizes (1:20 at most), dimensions, gaps and overlaps are drawn; where components
/// overlap, they are moved apart until most nearest neighbours share a label, so that labels can be
/// learned.
Problem make_problem(std::uint64_t seed, std::uint64_t index, const ProblemOptions& options = {});

}  // namespace gnac::detail
