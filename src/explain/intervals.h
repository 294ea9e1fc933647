#pragma once

#include <cstdint>
#include <span>

namespace gnac::detail {

/// A half-open interval [low, high) of a column's values.
struct Interval {
  double low = 0;
  double high = 0;
};

/// The interval of values with the largest sum of weights. `order` are rows, ascending by their
/// value; only those with a weight other than 0 count. An end beyond the smallest or largest of
/// them is infinite; any other is the number with the fewest digits between two neighbouring
/// values. A weight per row; at least one must be positive.
Interval best_interval(std::span<const std::int32_t> order, std::span<const double> value,
                       std::span<const double> weight);

/// The number with the fewest digits in (below, above]; below < above.
double short_number(double below, double above);

}  // namespace gnac::detail
