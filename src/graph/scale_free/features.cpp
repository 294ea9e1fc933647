#include "graph/scale_free/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gnac::detail {
namespace {

constexpr double kClip = 6;

float clipped(double value) {
  return static_cast<float>(std::clamp(value, -kClip, kClip));
}

template <class T>
std::span<const T> placed(std::span<const T> list) {
  return list.first(std::min(list.size(), kMostPlaced));
}

// The points between the ends a and b of an edge, among the points of their two lists; a neighbour
// of both counts twice. From the squared distances s, t of a place to a and b, that to the middle
// of the edge is (s + t)/2 - d²/4 (Apollonius).
class Between {
 public:
  Between(double squared, double least)
      : squared_(squared), floored_(std::max(squared, least * least)) {
    nearest_.fill(std::numeric_limits<double>::infinity());
  }

  // Adds the points of one end's list, with squared distances to it and to the other end, `far`.
  // Free of branches, which would be unpredictable here.
  void add(std::span<const std::int32_t> list, const double* to_near, const double* to_far,
           std::int32_t far) {
    // A point on the sphere counts as outside, whatever the rounding.
    constexpr double kInside = (1 - 1e-9) * (1 - 1e-9);
    const double ball = 0.25 * floored_ * kInside;
    const double lune = floored_ * kInside;
    auto nearest = nearest_;
    int in_ball = 0;
    int in_lune = 0;
    for (std::size_t p = 0; p < list.size(); ++p) {
      const double s = to_near[p];
      const double t = to_far[p];
      double to_middle = std::max(0.5 * (s + t) - 0.25 * squared_, 0.0);
      const int other = list[p] != far;
      in_ball += other & static_cast<int>(to_middle < ball);
      in_lune += other & static_cast<int>(std::max(s, t) < lune);
      for (double& least : nearest) {
        const double larger = std::max(least, to_middle);
        least = std::min(least, to_middle);
        to_middle = larger;
      }
    }
    nearest_ = nearest;
    in_ball_ += in_ball;
    in_lune_ += in_lune;
    count_ += static_cast<int>(list.size());
  }

  double ball() const { return in_ball_ / static_cast<double>(std::max(count_, 1)); }
  double lune() const { return in_lune_ / static_cast<double>(std::max(count_, 1)); }

  // From the middle to the fifth nearest point, or to the last if there are fewer.
  double to_fifth() const {
    const int last = std::clamp(count_, 1, static_cast<int>(nearest_.size())) - 1;
    return count_ == 0 ? 0.5 * std::sqrt(squared_) : std::sqrt(nearest_[last]);
  }

 private:
  double squared_;  // of the edge's length
  double floored_;
  std::array<double, 5> nearest_;  // squared distances to the middle, ascending
  int count_ = 0;
  int in_ball_ = 0;
  int in_lune_ = 0;
};

}  // namespace

CellFacts fitted_cell(const Graph& graph, PointsView points, const CellScales& scales,
                      std::int64_t node) {
  const NeighborLists& lists = scales.lists(graph);
  CellFacts cell;
  cell.node = static_cast<std::int32_t>(node);
  cell.list = lists.indices(node);
  cell.radius = scales.radius[node];
  cell.degree = graph.degree(node);
  if (scales.squared.empty()) return cell;
  cell.x = points.row(node).data();
  cell.squared = std::span(scales.squared)
                     .subspan(static_cast<std::size_t>(lists.offset[node]), cell.list.size());
  cell.extent = {scales.middle[node], scales.reach[node]};
  return cell;
}

CellFacts FeatureRows::new_cell(const double* x, std::span<const std::int32_t> list,
                                std::span<const double> distances, std::int64_t degree,
                                std::vector<double>& squared) const {
  CellFacts cell;
  cell.x = x;
  cell.list = list;
  cell.radius = log_radii(distances, scales_.unit);
  cell.degree = degree;
  if (set_ != FeatureSet::coordinates || list.empty()) return cell;
  squared.resize(list.size());
  kernels_.squared_distances(x, list.data(), std::ssize(list), fitted_.data, fitted_.d,
                             scales_.space.factor, squared.data());
  cell.squared = squared;
  cell.extent = extent_of(squared, scales_.space);
  return cell;
}

// How far the cell sits from the centre of its neighbours, in units of its reach. Leaves the
// neighbours as seen from the cell in offsets_.
double FeatureRows::off_centre(const CellFacts& cell) {
  const auto list = placed(cell.list);
  const std::int64_t d = fitted_.d;
  offsets_.resize(list.size() * static_cast<std::size_t>(d));
  for (std::size_t p = 0; p < list.size(); ++p) {
    const double* y = fitted_.data + list[p] * d;
    double* offset = offsets_.data() + p * static_cast<std::size_t>(d);
    for (std::int64_t c = 0; c < d; ++c) offset[c] = (y[c] - cell.x[c]) * scales_.space.factor;
  }
  double square = 0;
  for (std::int64_t c = 0; c < d; ++c) {
    double sum = 0;
    for (std::size_t p = 0; p < list.size(); ++p) sum += offsets_[p * d + c];
    square += (sum / static_cast<double>(list.size())) * (sum / static_cast<double>(list.size()));
  }
  return std::sqrt(square) / cell.extent.reach;
}

// The first two shares of the second moments of offsets_. Their matrix and the neighbours' Gram
// matrix have the same non-zero eigenvalues, so the smaller of the two is used.
std::array<double, 2> FeatureRows::flatness(const CellFacts& cell) {
  const std::int64_t places = std::ssize(placed(cell.list));
  const std::int64_t d = fitted_.d;
  const std::int64_t m = std::min(places, d);
  matrix_.assign(static_cast<std::size_t>(m * m), 0);
  const double* v = offsets_.data();
  if (places < d) {
    kernels_.inner_products(v, m, d, matrix_.data());
  } else {
    for (std::int64_t p = 0; p < places; ++p, v += d) {
      for (std::int64_t r = 0; r < m; ++r) {
        for (std::int64_t c = 0; c <= r; ++c) matrix_[r * m + c] += v[r] * v[c];
      }
    }
  }
  return leading_shares(matrix_, m, eigen_);
}

void FeatureRows::cell(const CellFacts& cell, float* out) {
  const auto size = static_cast<double>(cell.list.size());
  if (cell.list.empty()) {
    std::fill_n(out, cell_feature_names(set_).size(), 0.0f);
    return;
  }
  std::array<double, 3> around{};  // the neighbours' mean log radii
  for (const std::int32_t j : cell.list) {
    for (std::size_t s = 0; s < around.size(); ++s) around[s] += scales_.radius[j][s];
  }
  const auto& radius = cell.radius;
  *out++ = clipped(radius[1] - radius[0]);
  *out++ = clipped(radius[2] - radius[1]);
  for (std::size_t s = 0; s < around.size(); ++s) *out++ = clipped(radius[s] - around[s] / size);
  if (set_ == FeatureSet::coordinates) {
    *out++ = clipped(off_centre(cell));
    const auto [first, second] = flatness(cell);
    *out++ = clipped(first);
    *out++ = clipped(second);
  }
  *out++ = clipped(std::log(static_cast<double>(cell.degree) / size));
}

void FeatureRows::edge(const CellFacts& a, const CellFacts& b, const EdgeFacts& facts, float* out) {
  const Unit& unit = scales_.unit;
  const double length = std::log(std::max(facts.distance * unit.factor, unit.least));
  const auto& s = a.radius;
  const auto& t = b.radius;
  *out++ = clipped(length - 0.5 * (s[0] + t[0]));
  *out++ = clipped(length - 0.5 * (s[2] + t[2]));
  *out++ = clipped(length - std::max(s[2], t[2]));
  *out++ = clipped(length - std::min(s[2], t[2]));
  *out++ = clipped(std::abs(s[0] - t[0]));
  *out++ = clipped(std::abs(s[2] - t[2]));
  *out++ = clipped(std::min(facts.rank_a, facts.rank_b));
  *out++ = clipped(std::max(facts.rank_a, facts.rank_b));
  *out++ = facts.jaccard;
  *out++ = facts.mutual;
  if (set_ != FeatureSet::coordinates) return;

  const Unit& space = scales_.space;
  double squared = 0;
  for (std::int64_t c = 0; c < fitted_.d; ++c) squared += (a.x[c] - b.x[c]) * (a.x[c] - b.x[c]);
  Between between(squared * space.factor * space.factor, space.least);
  double other[kMostPlaced];
  const auto add = [&](const CellFacts& end, const CellFacts& far) {
    const auto list = placed(end.list);
    kernels_.squared_distances(far.x, list.data(), std::ssize(list), fitted_.data, fitted_.d,
                               space.factor, other);
    between.add(list, end.squared.data(), other, far.node);
  };
  add(a, b);
  add(b, a);
  *out++ = clipped(between.ball());
  *out++ = clipped(between.lune());
  *out++ = clipped(std::log(std::max(between.to_fifth(), space.least)) -
                   0.5 * (a.extent.middle + b.extent.middle));
}

}  // namespace gnac::detail
