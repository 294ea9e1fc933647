#include "graph/knn/filter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gnac::detail::knn_detail {
namespace {

constexpr double kUnit = 0x1.0p-24;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Just below and just above the value: one step of a float is at most 2⁻²³ of it.
float rounded_down(double value) {
  return static_cast<float>(value - std::abs(value) * 0x1.0p-23 - 0x1.0p-140);
}
float rounded_up(double value) {
  return static_cast<float>(value + std::abs(value) * 0x1.0p-23 + 0x1.0p-140);
}

// The median of a sample of each column: close to the mass of the points if there is one, and not
// drawn away by a few outliers.
std::vector<double> sampled_median(PointsView rows) {
  const std::int64_t step = std::max<std::int64_t>(1, rows.n / 1000);
  std::vector<double> centre(rows.d);
  std::vector<double> sample;
  for (std::int64_t c = 0; c < rows.d; ++c) {
    sample.clear();
    for (std::int64_t p = 0; p < rows.n; p += step) sample.push_back(rows(p, c));
    const auto middle = sample.begin() + std::ssize(sample) / 2;
    std::nth_element(sample.begin(), middle, sample.end());
    centre[c] = *middle;
  }
  return centre;
}

double largest_coordinate(PointsView rows, const std::vector<double>& centre, Team& team) {
  constexpr std::int64_t kBlock = 256;
  std::vector<double> largest((rows.n + kBlock - 1) / kBlock);
  team.for_blocks(rows.n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    double own = 0;
    for (std::int64_t p = begin; p < end; ++p) {
      for (std::int64_t c = 0; c < rows.d; ++c)
        own = std::max(own, std::abs(rows(p, c) - centre[c]));
    }
    largest[begin / kBlock] = own;
  });
  return *std::max_element(largest.begin(), largest.end());
}

}  // namespace

Filter measure_filter(PointsView rows, Team& team) {
  return measure_filter(rows, sampled_median(rows), team);
}

Filter measure_filter(PointsView rows, std::vector<double> centre, Team& team) {
  Filter filter;
  filter.d = rows.d;
  filter.centre = std::move(centre);
  const double largest = largest_coordinate(rows, filter.centre, team);
  filter.scale = largest > 0 ? std::ldexp(1.0, std::min(1000, -std::ilogb(largest) - 1)) : 1;
  const double roundings = static_cast<double>(rows.d + 2) * kUnit;
  filter.error = 7 * kUnit + 2 * roundings / (1 - roundings);
  filter.floor = static_cast<double>(rows.d + 1) * 0x1.0p-120;
  return filter;
}

Filter build_filter(const LeafTree& tree, Team& team) {
  Filter filter = measure_filter({tree.rows.data(), tree.n, tree.d}, team);
  fill_leaves(filter, tree, team);
  return filter;
}

void fill_leaves(Filter& filter, const LeafTree& tree, Team& team) {
  filter.leaves.assign(tree.leaves() * tree.d * kLeafWidth, 0);
  filter.norms.assign(tree.leaves() * kLeafWidth, kInfinity);
  team.for_each(tree.leaves(), [&](std::int64_t l) {
    float* leaf = filter.leaves.data() + l * tree.d * kLeafWidth;
    for (std::int64_t p = 0; p < tree.leaf_size(l); ++p) {
      const double* row = tree.row(l * kLeafWidth + p);
      double norm = 0;
      for (std::int64_t c = 0; c < tree.d; ++c) {
        const auto value = static_cast<float>((row[c] - filter.centre[c]) * filter.scale);
        leaf[c * kLeafWidth + p] = value;
        norm += static_cast<double>(value) * value;
      }
      filter.norms[l * kLeafWidth + p] = rounded_down((1 - filter.error) * norm);
    }
  });
}

double Filter::query(const double* point, float* row) const {
  double norm = 0;
  for (std::int64_t c = 0; c < d; ++c) {
    const auto value = static_cast<float>((point[c] - centre[c]) * scale);
    row[c] = -2 * value;
    norm += static_cast<double>(value) * value;
  }
  return (1 - error) * norm;
}

float Filter::limit(double norm, double squared) const {
  // The first factor covers the rounding of d² itself, which is of order d·2⁻⁵³.
  return rounded_up(squared * scale * scale * (1 + error) - norm + floor);
}

bool Filter::resolves(double norm, double squared) const {
  constexpr double kMargin = 64;
  constexpr double kAccurate = 1e-290;  // below, a sum of squares may have lost digits to underflow
  return squared > kAccurate && squared * scale * scale > kMargin * (error * norm + floor);
}

}  // namespace gnac::detail::knn_detail
