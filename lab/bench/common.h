#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

// Shared by all benchmarks: a clock, a median, and a unit of work with its counts.
namespace gnac::bench {

/// Wall time, or the CPU time of the calling thread: work on one thread is timed by the latter,
/// which is the same on an idle machine and nearly the same on a busy one.
enum class Clock { wall, thread };

/// The clock for work on this many threads.
inline Clock clock_for(int threads) {
  return threads == 1 ? Clock::thread : Clock::wall;
}

/// Seconds on a clock since some fixed moment.
inline double now(Clock clock) {
  timespec time{};
  clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Seconds of one call.
template <class Fn>
double seconds_of(Fn&& fn, Clock clock = Clock::wall) {
  const double start = now(clock);
  fn();
  return now(clock) - start;
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// Median seconds of a call over nine samples; short calls are repeated within a sample until it
/// takes about 20 ms.
template <class Fn>
double median_seconds(Fn&& fn, Clock clock) {
  const double once = seconds_of(fn, clock);  // also the warm-up
  const auto calls = static_cast<long>(std::clamp(0.02 / std::max(once, 1e-9), 1.0, 1e7));
  std::vector<double> found;
  for (int sample = 0; sample < 9; ++sample) {
    const auto repeated = [&] {
      for (long c = 0; c < calls; ++c) fn();
    };
    found.push_back(seconds_of(repeated, clock) / static_cast<double>(calls));
  }
  return median(std::move(found));
}

/// A repeatable unit of work, and the counts of one call.
struct Case {
  std::string name;
  std::string item;  ///< what it handles: "edge" or "cell"
  double items = 0;  ///< per call
  double flops = 0;  ///< of its matrix products, per call; 0 if it has none
  double bytes = 0;  ///< operands read and written once, per call
  std::function<void()> run;
};

}  // namespace gnac::bench
