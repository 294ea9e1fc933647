#include <algorithm>
#include <cmath>
#include <limits>

#include "problems/parts.h"

namespace gnac::detail::problems {
namespace {

double length_of(const double* x, std::int64_t d) {
  double square = 0;
  for (std::int64_t c = 0; c < d; ++c) square += x[c] * x[c];
  return std::sqrt(square);
}

void fill_ball(Chance& chance, Points& out, double radius) {
  for (std::int64_t i = 0; i < out.n; ++i) {
    double* x = out.values.data() + i * out.d;
    const double length = std::max(length_of(x, out.d), 1e-300);
    const double r = radius * std::pow(chance.uniform(), 1 / static_cast<double>(out.d));
    for (std::int64_t c = 0; c < out.d; ++c) x[c] *= r / length;
  }
}

void fill_box(Chance& chance, Points& out, double half) {
  for (double& v : out.values) v = chance.uniform(-half, half);
}

// Uniform in a simplex: normalised exponentials have this distribution (Dirichlet of ones).
void fill_simplex(Chance& chance, Points& out) {
  for (std::int64_t i = 0; i < out.n; ++i) {
    double* x = out.values.data() + i * out.d;
    double sum = chance.gamma(1);
    for (std::int64_t c = 0; c < out.d; ++c) sum += x[c] = chance.gamma(1);
    for (std::int64_t c = 0; c < out.d; ++c)
      x[c] = 4 * (x[c] / sum - 1.0 / static_cast<double>(out.d + 1));
  }
}

// The first coordinate bends the second: a banana.
void bend(Chance& chance, Points& out) {
  const double amount = chance.uniform(0.3, 0.9);
  for (std::int64_t i = 0; i < out.n; ++i) {
    double* x = out.values.data() + i * out.d;
    x[0] *= 1.5;
    x[1] = 0.5 * x[1] + amount * (x[0] * x[0] - 2.25) * 0.5;
  }
}

// Sparser towards one side.
void skew(Chance& chance, Points& out) {
  const double shape = chance.uniform(1, 3);
  for (std::int64_t i = 0; i < out.n; ++i) out.values[i * out.d] = chance.gamma(shape) - 1;
}

void fill_grid(Chance& chance, Points& out) {
  const double jitter = chance.uniform(0, 0.4);
  const auto side = static_cast<std::int64_t>(
      std::ceil(std::pow(static_cast<double>(out.n), 1 / static_cast<double>(out.d)) - 1e-9));
  const bool shifted = chance.odds(0.4);
  for (std::int64_t i = 0; i < out.n; ++i) {
    std::int64_t rest = i;
    for (std::int64_t c = 0; c < out.d; ++c) {
      const auto at = static_cast<double>(rest % side) +
                      (shifted && c == 0 && (rest / side) % 2 == 1 ? 0.5 : 0.0);
      out.values[i * out.d + c] = at + jitter * chance.uniform(-1, 1);
      rest /= side;
    }
  }
}

}  // namespace

Points normals(Chance& chance, std::int64_t n, std::int64_t d) {
  Points out{std::vector<double>(static_cast<std::size_t>(n * d)), n, d};
  for (double& v : out.values) v = chance.normal();
  return out;
}

Points blob(Chance& chance, std::int64_t n, std::int64_t d) {
  const auto kind = chance.below(d >= 2 ? 11 : 8);
  Points out = normals(chance, n, d);
  switch (kind) {
    case 3:
      fill_ball(chance, out, 2);
      break;
    case 4:
      fill_box(chance, out, 1.7);
      break;
    case 5: {
      const auto freedom = static_cast<double>(chance.integer(3, 7));
      for (double& v : out.values) v = 0.8 * chance.student(freedom);
      break;
    }
    case 6:
      skew(chance, out);
      break;
    case 7:  // double exponential
      for (double& v : out.values) v = 0.7 * chance.gamma(1) * (chance.odds(0.5) ? 1 : -1);
      break;
    case 8:
      fill_simplex(chance, out);
      break;
    case 9:
      bend(chance, out);
      break;
    default:
      break;
  }
  if (chance.odds(0.6)) {
    const double spread = chance.odds(0.85) ? 0.6 : 1.0;
    for (std::int64_t c = 0; c < d; ++c) {
      const double stretch = std::exp(chance.normal(0, spread));
      for (std::int64_t i = 0; i < n; ++i) out.values[i * d + c] *= stretch;
    }
  }
  for (double& v : out.values) v *= 0.5;
  turn(chance, out);
  return out;
}

Points flat(Chance& chance, std::int64_t n, std::int64_t d) {
  Points out = normals(chance, n, d);
  switch (chance.below(d >= 2 && d <= 3 ? 4 : 2)) {
    case 0:
      fill_ball(chance, out, 1);
      break;
    case 1:
      fill_box(chance, out, 1);
      break;
    case 2:
      fill_simplex(chance, out);
      break;
    default:
      fill_grid(chance, out);
      break;
  }
  for (std::int64_t c = 0; c < d; ++c) {
    const double stretch = std::exp(chance.normal(0, 0.4));
    for (std::int64_t i = 0; i < n; ++i) out.values[i * d + c] *= stretch;
  }
  turn(chance, out);
  return out;
}

void turn(Chance& chance, Points& points) {
  constexpr std::int64_t kMost = 8;
  for (std::int64_t r = 0; r < std::min(std::max<std::int64_t>(points.d, 1), kMost); ++r) {
    const std::vector<double> u = chance.direction(points.d);
    for (std::int64_t i = 0; i < points.n; ++i) {
      double* x = points.values.data() + i * points.d;
      double along = 0;
      for (std::int64_t c = 0; c < points.d; ++c) along += x[c] * u[c];
      for (std::int64_t c = 0; c < points.d; ++c) x[c] -= 2 * along * u[c];
    }
  }
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> spacings(const Points& part) {
  constexpr std::int64_t kSample = 40;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::int64_t step = std::max<std::int64_t>(1, part.n / kSample);
  std::vector<double> out;
  for (std::int64_t i = 0; i < part.n; i += step) {
    double best[3] = {kInfinity, kInfinity, kInfinity};
    const double* x = part.values.data() + i * part.d;
    for (std::int64_t j = 0; j < part.n; ++j) {
      const double* y = part.values.data() + j * part.d;
      double square = 0;
      for (std::int64_t c = 0; c < part.d && square < best[2]; ++c) {
        square += (x[c] - y[c]) * (x[c] - y[c]);
      }
      if (square >= best[2] || j == i) continue;
      best[2] = square;
      if (best[2] < best[1]) std::swap(best[2], best[1]);
      if (best[1] < best[0]) std::swap(best[1], best[0]);
    }
    if (best[2] < kInfinity) out.push_back(std::sqrt(best[2]));
  }
  return out;
}

}  // namespace gnac::detail::problems
