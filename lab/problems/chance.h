#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/random.h"

namespace gnac::detail::problems {

/// The random numbers of one problem, in sequence: one Philox stream.
class Chance {
 public:
  Chance(std::uint64_t seed, std::uint64_t index) {
    const auto key = philox(seed, Stream::problems, 0, index);
    key_ = std::uint64_t{key[0]} << 32 | key[1];
  }

  double uniform() {
    if (used_ == 4) refill();
    used_ += 2;
    return unit_from_bits(bits_[used_ - 2], bits_[used_ - 1]);
  }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  bool odds(double p) { return uniform() < p; }

  /// An integer from low to high, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<double>(high - low + 1);
    return low + static_cast<std::int64_t>(uniform() * span);
  }
  std::int64_t below(std::int64_t bound) { return integer(0, bound - 1); }

  double normal() {
    if (spare_) {
      spare_ = false;
      return second_;
    }
    refill();
    used_ = 4;
    const auto pair = Draws::normal_pair(bits_);
    second_ = pair[1];
    spare_ = true;
    return pair[0];
  }
  double normal(double mean, double deviation) { return mean + deviation * normal(); }

  /// Gamma of scale 1 (Marsaglia and Tsang 2000).
  double gamma(double shape) {
    if (shape < 1) return gamma(shape + 1) * std::pow(1 - uniform(), 1 / shape);
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
      const double x = normal();
      const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
      if (v > 0 && std::log(1 - uniform()) < 0.5 * x * x + d - d * v + d * std::log(v))
        return d * v;
    }
  }
  double beta(double a, double b) {
    const double x = gamma(a);
    return x / (x + gamma(b));
  }
  double student(double freedom) { return normal() / std::sqrt(2 * gamma(freedom / 2) / freedom); }

  /// A uniform direction in d dimensions.
  std::vector<double> direction(std::int64_t d) {
    std::vector<double> u(static_cast<std::size_t>(d));
    double square = 0;
    while (square == 0) {
      for (double& v : u) {
        v = normal();
        square += v * v;
      }
    }
    for (double& v : u) v /= std::sqrt(square);
    return u;
  }

 private:
  void refill() {
    bits_ = philox(key_, Stream::problems, 1, next_++);
    used_ = 0;
  }

  std::uint64_t key_ = 0;
  std::uint64_t next_ = 0;
  std::array<std::uint32_t, 4> bits_{};
  int used_ = 4;
  bool spare_ = false;
  double second_ = 0;
};

}  // namespace gnac::detail::problems
