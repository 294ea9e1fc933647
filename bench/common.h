#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

// What every benchmark needs: a clock, a median, and a piece of work with its counts.
namespace gnac::bench {

/// Wall seconds of one call.
template <class Fn>
double seconds_of(Fn&& fn) {
  const auto start = std::chrono::steady_clock::now();
  fn();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// Median seconds of a call over `samples` samples; short calls are repeated within a sample until
/// it takes about `sample_seconds`.
template <class Fn>
double median_seconds(Fn&& fn, int samples = 9, double sample_seconds = 0.02) {
  const double once = seconds_of(fn);  // also the warm-up
  const auto calls = static_cast<long>(std::clamp(sample_seconds / std::max(once, 1e-9), 1.0, 1e7));
  std::vector<double> found;
  for (int s = 0; s < samples; ++s) {
    const double all = seconds_of([&] {
      for (long c = 0; c < calls; ++c) fn();
    });
    found.push_back(all / static_cast<double>(calls));
  }
  return median(std::move(found));
}

/// A piece of work that can be repeated, and what one call of it does.
struct Case {
  std::string name;
  std::string item;  ///< what it handles: "edge" or "cell"
  double items = 0;  ///< per call
  double flops = 0;  ///< of its matrix products, per call; 0 where it has none
  double bytes = 0;  ///< operands read and written once, per call
  std::function<void()> run;
};

}  // namespace gnac::bench
