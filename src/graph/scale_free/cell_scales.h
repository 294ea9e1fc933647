#pragma once

#include <array>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "graph/scale_free.h"
#include "support/team.h"

namespace gnac::detail {

/// The ranks, as shares of a list's length, at which its radii are measured: near, middle and all.
inline constexpr std::array kRadiusShares{0.2, 0.4, 1.0};

/// A unit of length that follows the data: a factor that brings distances to the order of 1, a
/// power of two so that nothing is rounded, and the smallest distance (times the factor) that
/// counts as more than 0: a millionth of the median reach of the cells that have one.
struct Unit {
  double factor = 1;
  double least = 1e-6;
};

/// The basis from which the features of a fitted graph, and of new cells tied to it, are computed
/// from.
struct CellScales {
  /// The neighbour lists if one of them is empty: that cell's incident edges replace it. If no list
  /// is empty, this is, and the graph's own lists are used.
  NeighborLists filled;
  Unit unit;                                  ///< of the lists' distances
  std::vector<std::array<double, 3>> radius;  ///< per cell: log radii; 0 without neighbours

  // From the coordinates, which in a user's own graph may have little to do with its distances.
  Unit space;
  std::vector<double> squared;  ///< per list entry: squared Euclidean distance × factor²
  std::vector<double> middle;   ///< per cell: log Euclidean radius at the middle share
  std::vector<double> reach;  ///< per cell: largest Euclidean distance × factor, at least `least`

  const NeighborLists& lists(const Graph& graph) const {
    return filled.offset.empty() ? graph.lists : filled;
  }
};

CellScales cell_scales(const Graph& graph, PointsView points, FeatureSet set, Team& team);

/// The reach of every cell, 0 if its list is empty: by the list's distances, and by coordinates.
std::vector<double> list_reaches(const NeighborLists& lists);
std::vector<double> space_reaches(const NeighborLists& lists, PointsView points, Team& team);

/// The unit for reaches with this median (zeros left out).
Unit unit_of_median(double median);

/// The scales of cells whose units are known: those of a part of a larger graph. Lists may name any
/// row of the points; a cell with an empty list has no scales.
CellScales cell_scales_in(const NeighborLists& lists, PointsView points, FeatureSet set,
                          const Unit& unit, const Unit& space, Team& team);

/// The radii of one list, which ascends: log of max(distance × factor, least) at the three shares.
std::array<double, 3> log_radii(std::span<const double> distances, const Unit& unit);

/// The Euclidean side of one list, which has entries: from its squared distances × factor², in any
/// order, the log radius at the middle share and the reach.
struct Extent {
  double middle = 0;
  double reach = 0;
};
Extent extent_of(std::span<const double> squared, const Unit& space);

}  // namespace gnac::detail
