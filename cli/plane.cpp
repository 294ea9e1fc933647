#include "plane.h"

#include <algorithm>
#include <cmath>

namespace gnac::cli {
namespace {

constexpr std::int64_t kMostPoints = 4000;
constexpr int kRounds = 100;  // of the power method; enough for a picture

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Rows of centred points.
using Rows = std::vector<Vector>;

Rows centred(PointsView points, const std::vector<std::int64_t>& chosen) {
  Rows rows;
  Vector mean(static_cast<std::size_t>(points.d));
  for (const std::int64_t i : chosen) {
    rows.emplace_back(points.row(i).begin(), points.row(i).end());
    for (std::size_t c = 0; c < mean.size(); ++c)
      mean[c] += rows.back()[c] / static_cast<double>(chosen.size());
  }
  for (Vector& row : rows)
    for (std::size_t c = 0; c < mean.size(); ++c) row[c] -= mean[c];
  return rows;
}

/// The direction of most variance among those at right angles to `other`, by the power method.
Vector component(const Rows& rows, const Vector* other) {
  const std::size_t d = rows[0].size();
  Vector direction(d);
  for (std::size_t c = 0; c < d; ++c) direction[c] = 1 + 0.1 * static_cast<double>(c % 7);
  for (int round = 0; round < kRounds; ++round) {
    if (other != nullptr) {
      const double share = dot(direction, *other);
      for (std::size_t c = 0; c < d; ++c) direction[c] -= share * (*other)[c];
    }
    Vector next(d);
    for (const Vector& row : rows) {
      const double along = dot(row, direction);
      for (std::size_t c = 0; c < d; ++c) next[c] += along * row[c];
    }
    const double length = std::sqrt(dot(next, next));
    if (!(length > 0)) break;  // no variance left
    for (std::size_t c = 0; c < d; ++c) direction[c] = next[c] / length;
  }
  return direction;
}

}  // namespace

Plane plane_of(PointsView points) {
  Plane plane;
  const std::int64_t shown = std::min(points.n, kMostPoints);
  for (std::int64_t s = 0; s < shown; ++s) plane.point.push_back(s * points.n / shown);
  if (points.d <= 2) {
    for (const std::int64_t i : plane.point) {
      plane.x.push_back(points(i, 0));
      plane.y.push_back(points.d == 2 ? points(i, 1) : 0);
    }
    return plane;
  }
  const Rows rows = centred(points, plane.point);
  const Vector first = component(rows, nullptr);
  const Vector second = component(rows, &first);
  for (const Vector& row : rows) {
    plane.x.push_back(dot(row, first));
    plane.y.push_back(dot(row, second));
  }
  plane.note = "first two principal components";
  return plane;
}

std::vector<std::int32_t> labels_in(const Plane& plane, std::span<const std::int32_t> labels) {
  std::vector<std::int32_t> shown;
  for (const std::int64_t i : plane.point) shown.push_back(labels[static_cast<std::size_t>(i)]);
  return shown;
}

}  // namespace gnac::cli
