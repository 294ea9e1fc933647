#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "problems/layouts.h"

namespace gnac::detail::problems {
namespace {

constexpr std::int64_t kSteps = 1024;

// Points split into their position along u and across it: one number in the plane; in d > 2
// dimensions the d coordinates of the projection.
struct Split {
  std::int64_t width = 0;
  std::vector<double> along;
  std::vector<double> across;  // n×width, ascending by the first
};

Split split(const Points& points, const std::vector<double>& u, const std::vector<double>* start) {
  const std::int64_t d = points.d;
  Split out;
  out.width = d == 1 ? 0 : d == 2 ? 1 : d;
  std::vector<double> along(static_cast<std::size_t>(points.n));
  std::vector<double> across(static_cast<std::size_t>(points.n * out.width));
  std::vector<double> x(static_cast<std::size_t>(d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      x[c] = points.values[i * d + c] + (start != nullptr ? (*start)[c] : 0);
      along[i] += x[c] * u[c];
    }
    if (d == 2) across[i] = x[1] * u[0] - x[0] * u[1];
    if (d <= 2) continue;
    for (std::int64_t c = 0; c < d; ++c) across[i * d + c] = x[c] - along[i] * u[c];
  }
  std::vector<std::int32_t> order(static_cast<std::size_t>(points.n));
  std::iota(order.begin(), order.end(), 0);
  if (out.width > 0) {
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      const double v = across[a * out.width];
      const double w = across[b * out.width];
      return v < w || (v == w && a < b);
    });
  }
  for (const std::int32_t i : order) {
    out.along.push_back(along[i]);
    for (std::int64_t c = 0; c < out.width; ++c) out.across.push_back(across[i * out.width + c]);
  }
  return out;
}

double squared_across(const Split& a, std::int64_t i, const Split& b, std::int64_t j, double most) {
  double sum = 0;
  for (std::int64_t c = 0; c < a.width && sum <= most; ++c) {
    const double v = a.across[i * a.width + c] - b.across[j * b.width + c];
    sum += v * v;
  }
  return sum;
}

}  // namespace

double clearance(const Points& placed, const Points& part, const std::vector<double>& start,
                 const std::vector<double>& u, double gap, double allowed) {
  const Split still = split(placed, u, nullptr);
  const Split moving = split(part, u, &start);
  const double end = *std::max_element(still.along.begin(), still.along.end()) -
                     *std::min_element(moving.along.begin(), moving.along.end()) + gap;
  if (end <= 0) return 0;
  const double step = end / (kSteps - 1);
  std::vector<std::int32_t> blocked(kSteps + 1);  // steps at which a point is too near, counted
  std::vector<std::int32_t> change(kSteps + 1);   // of one point: where blocking begins and ends
  std::int64_t first = 0;
  for (std::int64_t i = 0; i < part.n; ++i) {
    const double a = moving.along[i];
    if (still.width > 0) {
      const double low = moving.across[i * moving.width] - gap;
      while (first < placed.n && still.across[first * still.width] < low) ++first;
    }
    std::int64_t lowest = kSteps;
    std::int64_t highest = -1;
    for (std::int64_t j = first; j < placed.n; ++j) {
      if (still.width > 0 &&
          still.across[j * still.width] > moving.across[i * moving.width] + gap) {
        break;
      }
      const double room = gap * gap - squared_across(moving, i, still, j, gap * gap);
      const double away = still.along[j] - a;
      if (room < 0 || away + gap < 0) continue;
      const double reach = std::sqrt(room);
      if (away + reach < 0) continue;
      const auto begin = static_cast<std::int64_t>(std::ceil(std::max(away - reach, 0.0) / step));
      const auto last = std::min(static_cast<std::int64_t>((away + reach) / step), kSteps - 1);
      if (begin > last) continue;
      ++change[begin];
      --change[last + 1];
      lowest = std::min(lowest, begin);
      highest = std::max(highest, last);
    }
    std::int32_t near = 0;
    for (std::int64_t s = lowest; s <= highest; ++s) {
      near += change[s];
      change[s] = 0;
      blocked[s] += near > 0;
    }
    if (highest >= 0) change[highest + 1] = 0;
  }
  const auto most = static_cast<std::int32_t>(allowed * static_cast<double>(part.n));
  for (std::int64_t s = 0; s < kSteps; ++s) {
    if (blocked[s] <= most) return static_cast<double>(s) * step;
  }
  return end;
}

double purity(const Labelled& all) {
  constexpr std::int64_t kSample = 32;
  constexpr std::size_t kNearest = 8;
  const Points& points = all.points;
  const std::int64_t d = points.d;
  std::vector<std::pair<double, std::int32_t>> found;
  double same = 0;
  double count = 0;
  for (std::int64_t s = 0; s < kSample; ++s) {
    const std::int64_t i = s * points.n / kSample;
    found.clear();
    double worst = std::numeric_limits<double>::infinity();
    for (std::int64_t j = 0; j < points.n; ++j) {
      double sum = 0;
      for (std::int64_t c = 0; c < d && sum < worst; ++c) {
        const double v = points.values[i * d + c] - points.values[j * d + c];
        sum += v * v;
      }
      if (sum >= worst || j == i) continue;
      found.emplace_back(sum, static_cast<std::int32_t>(j));
      std::push_heap(found.begin(), found.end());
      if (found.size() > kNearest) {
        std::pop_heap(found.begin(), found.end());
        found.pop_back();
      }
      if (found.size() == kNearest) worst = found.front().first;
    }
    for (const auto& [square, j] : found) {
      same += all.labels[i] == all.labels[j];
      count += 1;
    }
  }
  return count == 0 ? 1 : same / count;
}

}  // namespace gnac::detail::problems
