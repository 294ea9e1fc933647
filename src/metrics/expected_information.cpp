#include <algorithm>
#include <cmath>
#include <utility>

#include "metrics/agreement.h"

namespace gnac::detail {
namespace {

/// Distinct sizes and how often each occurs: at most about √(2n) of them, however many clusters.
std::vector<std::pair<double, double>> size_counts(std::vector<std::int64_t> sizes) {
  std::sort(sizes.begin(), sizes.end());
  std::vector<std::pair<double, double>> counts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i == 0 || sizes[i] != sizes[i - 1]) counts.emplace_back(sizes[i], 0);
    counts.back().second += 1;
  }
  return counts;
}

/// Mean of (m/n)·log(n·m/(a·b)) for m hypergeometric: b draws from n points of which a are marked.
double expected_term(double n, double a, double b) {
  const double low = std::max(1.0, a + b - n);  // m = 0 adds nothing to the mean
  const double high = std::min(a, b);
  const double first = std::max(0.0, a + b - n);
  const double mode = std::clamp(std::floor((a + 1) * (b + 1) / (n + 2)), first, high);
  const auto value = [&](double m) {
    return m < low ? 0 : m / n * (std::log(n / a) + std::log(m / b));
  };
  // Weights relative to that of the mode; outward until they no longer count.
  double weights = 1;
  double sum = value(mode);
  double weight = 1;
  for (double m = mode; m < high; ++m) {
    weight *= (a - m) * (b - m) / ((m + 1) * (n - a - b + m + 1));
    if (weight < 1e-20) break;
    weights += weight;
    sum += weight * value(m + 1);
  }
  weight = 1;
  for (double m = mode; m > first; --m) {
    weight *= m * (n - a - b + m) / ((a - m + 1) * (b - m + 1));
    if (weight < 1e-20) break;
    weights += weight;
    sum += weight * value(m - 1);
  }
  return sum / weights;
}

}  // namespace

double expected_mutual_information(const Contingency& t) {
  const auto n = static_cast<double>(t.points);
  const auto columns = size_counts(t.columns);
  double total = 0;
  for (const auto& [a, row_count] : size_counts(t.rows)) {
    for (const auto& [b, column_count] : columns) {
      total += row_count * column_count * expected_term(n, a, b);
    }
  }
  return total;
}

}  // namespace gnac::detail
