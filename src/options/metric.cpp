// The rows of points as a metric sees them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "gnac/scaling.h"

namespace gnac {
namespace {

/// Scales a row to length 1; one of zeros stays. Dividing by the largest value first keeps squares
/// in range and makes the result the same for a row and its multiples by powers of two.
void to_unit_length(std::span<double> row) {
  double largest = 0;
  for (const double x : row) largest = std::max(largest, std::abs(x));
  if (largest == 0) return;
  double squares = 0;
  for (double& x : row) {
    x /= largest;
    squares += x * x;
  }
  const double length = std::sqrt(squares);
  for (double& x : row) x /= length;
}

/// Subtracts the row's mean; values that differ by rounding alone become 0.
void centre_row(std::span<double> row) {
  constexpr double kRounding = 1e-13;
  double largest = 0;
  for (const double x : row) largest = std::max(largest, std::abs(x));
  if (largest == 0) return;
  double sum = 0;
  for (const double x : row) sum += x / largest;
  const double mean = sum / static_cast<double>(row.size());
  double rest = 0;
  for (double& x : row) {
    x = x / largest - mean;
    rest = std::max(rest, std::abs(x));
  }
  if (rest <= kRounding) std::fill(row.begin(), row.end(), 0.0);
}

}  // namespace

Points apply_metric(Points points, Metric metric) {
  if (!compares_directions(metric)) return points;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const std::span<double> row(points.values.data() + i * points.d,
                                static_cast<std::size_t>(points.d));
    if (metric == Metric::correlation) centre_row(row);
    to_unit_length(row);
  }
  return points;
}

}  // namespace gnac
