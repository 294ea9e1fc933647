#pragma once

#include <cstdint>
#include <vector>

#include "graph/knn/rough_lists.h"
#include "graph/knn/rough_rows.h"
#include "support/team.h"

namespace gnac::detail::knn_detail {

/// A division of the points into compact cells, and for each of them the others by the distance of
/// their middles: where the neighbours of its points are most likely to be. Cells have whole panels
/// of kLeafWidth places, of which the last ones may be empty.
struct Cells {
  std::int64_t count = 0;
  std::int64_t near = 0;              ///< cells kept for each
  std::vector<std::int32_t> nearest;  ///< count×near: the nearest first, itself before all
  std::vector<std::int64_t> begin;    ///< count + 1: panels of each cell
  std::vector<std::int32_t> member;   ///< per place: the position of a point, or -1
  std::vector<float> panels;          ///< per panel: d×kLeafWidth
  std::vector<float> rest;            ///< per place: s² of RoughRows, infinite where it is empty

  /// Points of a cell on average.
  double size(std::int64_t points) const {
    return static_cast<double>(points) / static_cast<double>(count);
  }
};

/// Runs of positions, which a tree has put near each other, and a few steps of Lloyd's algorithm in
/// which points move to cells near their own.
Cells make_cells(const RoughRows& rows, Team& team);

/// Compares the points of every cell with those of its nearest cells from number `from` up to `to`
/// and offers them to its lists. Whole rows are not looked at: the rests of two points are taken to
/// be at right angles, d² = ‖y - y'‖² + s² + s'². The lists are the same at any number of threads.
void compare_cells(const Cells& cells, const RoughRows& rows, std::int64_t from, std::int64_t to,
                   RoughLists& lists, Team& team);

}  // namespace gnac::detail::knn_detail
