#pragma once

#include <cstdint>
#include <vector>

#include "gnac/scaling.h"
#include "graph/spatial/leaf_tree.h"

namespace gnac::detail::knn_detail {

// With fewer columns, computing every distance in double costs less than filtering first; with
// more, the filter's error bound is useless.
inline constexpr std::int64_t kFirstFiltered = 5;
inline constexpr std::int64_t kLastFiltered = 100'000;

inline bool may_be_filtered(std::int64_t d, Metric metric) {
  return d >= kFirstFiltered && d <= kLastFiltered && metric != Metric::manhattan;
}

/// Single-precision copies of the points that show, for most pairs and at a fraction of the cost,
/// that they are not neighbours. The pairs that remain are decided in double.
///
/// Points are centred and scaled by a power of two so that no coordinate exceeds 1: A = s(a - c),
/// and â is A rounded to float, u = 2⁻²⁴. For a query a and a point b the kernel computes, in
/// float,
///
///     (1-E)‖b̂‖² - 2 â·b̂  <=  T - (1-E)‖â‖² + η,     T = s²·(largest d² that is still of interest)
///
/// and drops b when that fails. Nothing of interest is dropped:
///  - rounding to float moves a point by at most u‖A‖, so ‖â-b̂‖² <= T + 7u(‖â‖²+‖b̂‖²);
///  - a float sum of d+1 terms in any order, fused or not, is off by at most γ(‖b̂‖² + 2Σ|â_c b̂_c|)
///    <= 2γ(‖â‖²+‖b̂‖²) with γ = (d+2)u/(1-(d+2)u);
///  - so E = 7u + 2γ covers both. η covers underflow; norms are rounded down, the limit up.
struct Filter {
  std::int64_t d = 0;
  double scale = 1;            ///< s
  double error = 0;            ///< E
  double floor = 0;            ///< η
  std::vector<double> centre;  ///< c
  std::vector<float> leaves;   ///< per leaf: d×kLeafWidth, b̂; zeros past the end
  std::vector<float> norms;    ///< per leaf: kLeafWidth, (1-E)‖b̂‖²; infinite past the end

  const float* leaf(std::int64_t l) const { return leaves.data() + l * d * kLeafWidth; }
  const float* norm(std::int64_t l) const { return norms.data() + l * kLeafWidth; }

  /// row = -2â for a point a; returns (1-E)‖â‖².
  double query(const double* point, float* row) const;

  /// The kernel's limit for a query with this query() norm and d² of interest up to `squared`.
  float limit(double norm, double squared) const;

  /// Whether the filter can tell distances of this size apart around this query: E‖a‖² is small
  /// against them. Where it cannot (tight groups far from the centre), it would only cost time.
  bool resolves(double norm, double squared) const;
};

/// Everything but the leaves.
Filter measure_filter(PointsView rows, Team& team);
Filter measure_filter(PointsView rows, std::vector<double> centre, Team& team);

Filter build_filter(const LeafTree& tree, Team& team);

/// The leaves of a tree, in the measures of a filter.
void fill_leaves(Filter& filter, const LeafTree& tree, Team& team);

}  // namespace gnac::detail::knn_detail
