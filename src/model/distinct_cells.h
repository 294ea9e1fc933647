#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gnac/model.h"
#include "gnac/points.h"

// A fit sees every place once: rows that equal an earlier row are copies of it. They have no part
// in the graph, so the partition is the same however often each row occurs, and they get
// everything that their cell gets.
namespace gnac::detail {

/// Per row, the first row that equals it: itself, unless it is a copy.
std::vector<std::int32_t> first_equal_rows(PointsView points);

std::int64_t count_distinct(PointsView points);

/// Per row of `points`, the cell that it belongs to; cells are numbered by first appearance. Empty
/// if no row is a copy, or if fewer than `fewest` rows are not.
std::vector<std::int32_t> cells_of_rows(PointsView points, std::int64_t fewest);

/// Leaves the first row of each cell.
void keep_first_rows(Points& points, std::span<const std::int32_t> cell_of);

/// A model of cells becomes one of rows: the first row of a cell takes its place, a copy gets its
/// place, state, label and neighbour list, and an edge to each neighbour in that list.
void add_copies(Model& model, std::span<const std::int32_t> cell_of);

/// The reverse.
struct DistinctCells {
  Model model;
  std::vector<std::int32_t> cell_of;  ///< per row of the model with copies
};

/// Empty if the model has no copies, or was fitted with them as cells of their own: to a graph of
/// the caller's, into more clusters than there are distinct rows, or by the published method.
std::optional<DistinctCells> distinct_cells(const Model& model);

/// Values per cell, `width` each, become values per row.
template <class T>
std::vector<T> per_row(const std::vector<T>& values, std::span<const std::int32_t> cell_of,
                       std::int64_t width = 1) {
  std::vector<T> rows;
  if (values.empty()) return rows;
  rows.reserve(cell_of.size() * static_cast<std::size_t>(width));
  for (const std::int32_t cell : cell_of)
    rows.insert(rows.end(), values.begin() + cell * width, values.begin() + (cell + 1) * width);
  return rows;
}

}  // namespace gnac::detail
