#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "gnac/points.h"
#include "support/team.h"

namespace gnac::detail {

/// A pair of points i < j of distinct groups. Ordered by (d², i, j), so that no two are equal.
struct SpanningLink {
  double squared = 0;
  std::int32_t i = 0;
  std::int32_t j = 0;
  bool operator<(const SpanningLink& other) const {
    return std::tie(squared, i, j) < std::tie(other.squared, other.i, other.j);
  }
};

/// The minimum spanning tree of groups of points, where the distance of two groups is that of their
/// closest points: components - 1 links, ascending. `component` is each point's group,
/// 0..components-1. With one point per group it is the Euclidean minimum spanning tree.
///
/// Borůvka's algorithm (1926) with one nearest-foreign-neighbour search per point in a kd-tree. A
/// neighbour once found stays the nearest until it joins the point's own group, its distance bounds
/// all later ones from below, and subtrees that lie in one group are skipped: in low dimension
/// about N log N work. Exact, linear memory, the same links at any number of threads.
///
/// With `core`, a squared distance per point, two points are at least as far apart as the core of
/// either: the mutual reachability of HDBSCAN.
std::vector<SpanningLink> spanning_links(PointsView points, std::span<const std::int32_t> component,
                                         std::int32_t components, Team& team,
                                         std::span<const double> core = {});

}  // namespace gnac::detail
