#include "metrics/assignment.h"

#include <cassert>
#include <limits>
#include <vector>

namespace gnac::detail {

double largest_assignment(std::span<const double> value, std::size_t rows, std::size_t columns) {
  assert(rows <= columns && value.size() == rows * columns);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  // Costs are -value; potentials keep every reduced cost cost - row - column non-negative, and zero
  // on matched cells. Column `columns` is a place for the row that is being added.
  std::vector<double> row_potential(rows);
  std::vector<double> column_potential(columns + 1);
  std::vector<std::size_t> row_of(columns + 1, kNone);
  for (std::size_t added = 0; added < rows; ++added) {
    std::vector<double> slack(columns, kInfinity);
    std::vector<std::size_t> from(columns, columns);
    std::vector<char> reached(columns + 1);
    row_of[columns] = added;
    std::size_t column = columns;
    while (row_of[column] != kNone) {  // shortest alternating path to a free column
      reached[column] = 1;
      const std::size_t row = row_of[column];
      double step = kInfinity;
      std::size_t next = columns;
      for (std::size_t c = 0; c < columns; ++c) {
        if (reached[c]) continue;
        const double reduced = -value[row * columns + c] - row_potential[row] - column_potential[c];
        if (reduced < slack[c]) {
          slack[c] = reduced;
          from[c] = column;
        }
        if (slack[c] < step) {
          step = slack[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= columns; ++c) {
        if (reached[c]) {
          row_potential[row_of[c]] += step;
          column_potential[c] -= step;
        } else if (c < columns) {
          slack[c] -= step;
        }
      }
      column = next;
    }
    while (column != columns) {
      row_of[column] = row_of[from[column]];
      column = from[column];
    }
  }
  double total = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    if (row_of[c] != kNone) total += value[row_of[c] * columns + c];
  }
  return total;
}

}  // namespace gnac::detail
