#pragma once

#include <cstdint>
#include <span>
#include <string>
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
  overlaps,  ///< normal clouds in up to 128 dimensions that overlap, sizes with long tails
  networks,  ///< clusters in few dimensions seen through a random network, in up to 256 columns
  spheres,   ///< directions in many columns, up to 100 clusters
  noise,     ///< background points, with label 0
  warps,     ///< grids, duplicates, stretched axes and columns of noise on top of any other
};
inline constexpr int kFamilies = 14;
std::span<const std::string_view> family_names();  ///< in the order of the enumeration

constexpr std::uint32_t family_bit(Family family) {
  return 1u << static_cast<std::uint32_t>(family);
}
/// The bits of families by name, and of all wide ones by "wide". Throws Error for any other name.
std::uint32_t family_bits(std::span<const std::string> names);

/// Clusters in many columns. Without them problems are those of versions before 0.3.
inline constexpr std::uint32_t kWideFamilies =
    family_bit(Family::overlaps) | family_bit(Family::networks) | family_bit(Family::spheres);

struct ProblemOptions {
  int least_points =
      60;  ///< approximate: parts that vanish make a problem smaller, noise makes it larger
  int most_points = 900;
  double large_share = 0.05;  ///< share of problems above most_points, up to large_points
  int large_points = 2000;
  int most_clusters = 100;    ///< more than 20 in wide families only
  int most_dimensions = 256;  ///< more than 60 in wide families only
  double closeness = 1;       ///< factor of the gaps between parts of a layout; near 0 they touch
  std::uint32_t without = 0;  ///< families to leave out: family_bit(). Without curves and blobs
                              ///< parts are blobs, and scattered only if no layout is left
  bool leaves_out(Family family) const { return (without & family_bit(family)) != 0; }
};

/// Problem `index` of the endless sequence with this seed: a pure function of its arguments.
/// Families, sizes (1:20 at most), dimensions, gaps and overlaps are drawn; where components
/// overlap, they are moved apart until most nearest neighbours share a label, so that labels can be
/// learned.
Problem make_problem(std::uint64_t seed, std::uint64_t index, const ProblemOptions& options = {});

}  // namespace gnac::detail
