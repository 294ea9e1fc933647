// The two ceilings of the machine: multiply-adds in registers, and memory traffic.
#include "bench/peak.h"

#include <algorithm>
#include <cstdint>

#include "bench/common.h"
#include "support/aligned.h"
#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/peak.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Twelve independent chains: two multiply-adds per cycle with a latency of four cycles need eight,
// and with the two operands they fit the sixteen registers of AVX2. Returns the flops done; `sink`
// keeps the chains alive. c → c·a + b tends to 1, so no value overflows or becomes denormal.
double multiply_adds(std::int64_t rounds, float* sink) {
  const hn::ScalableTag<float> d;
  const auto a = hn::Set(d, 0.5f);
  const auto b = hn::Set(d, 0.5f);
  auto c0 = hn::Iota(d, 0.0f), c1 = hn::Iota(d, 1.0f), c2 = hn::Iota(d, 2.0f);
  auto c3 = hn::Iota(d, 3.0f), c4 = hn::Iota(d, 4.0f), c5 = hn::Iota(d, 5.0f);
  auto c6 = hn::Iota(d, 6.0f), c7 = hn::Iota(d, 7.0f), c8 = hn::Iota(d, 8.0f);
  auto c9 = hn::Iota(d, 9.0f), c10 = hn::Iota(d, 10.0f), c11 = hn::Iota(d, 11.0f);
  for (std::int64_t r = 0; r < rounds; ++r) {
    c0 = hn::MulAdd(c0, a, b);
    c1 = hn::MulAdd(c1, a, b);
    c2 = hn::MulAdd(c2, a, b);
    c3 = hn::MulAdd(c3, a, b);
    c4 = hn::MulAdd(c4, a, b);
    c5 = hn::MulAdd(c5, a, b);
    c6 = hn::MulAdd(c6, a, b);
    c7 = hn::MulAdd(c7, a, b);
    c8 = hn::MulAdd(c8, a, b);
    c9 = hn::MulAdd(c9, a, b);
    c10 = hn::MulAdd(c10, a, b);
    c11 = hn::MulAdd(c11, a, b);
  }
  c0 = hn::Add(hn::Add(hn::Add(c0, c1), hn::Add(c2, c3)), hn::Add(c4, c5));
  c6 = hn::Add(hn::Add(hn::Add(c6, c7), hn::Add(c8, c9)), hn::Add(c10, c11));
  *sink = hn::GetLane(hn::SumOfLanes(d, hn::Add(c0, c6)));
  return 2.0 * 12 * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

}  // namespace gnac::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::bench {
namespace {

HWY_EXPORT(multiply_adds);

constexpr int kSamples = 9;

}  // namespace

double peak_flops(Team& team) {
  choose_simd_target();
  constexpr std::int64_t kRounds = 1
                                   << 16;  // about 0.1 ms, so that threads that start late even out
  const std::int64_t items = 100 * team.size();
  Buffer<float> sink(16 * team.size());  // one cache line per thread
  double flops_per_item = 0;
  double best = 0;
  for (int s = 0; s < kSamples; ++s) {
    const auto run = [&] {
      team.for_each(items, [&](std::int64_t, int thread) {
        const double flops =
            HWY_DYNAMIC_DISPATCH(multiply_adds)(kRounds, sink.data() + 16 * thread);
        if (thread == 0) flops_per_item = flops;
      });
    };
    const double seconds = seconds_of(run, clock_for(team.size()));
    best = std::max(best, flops_per_item * static_cast<double>(items) / seconds);
  }
  return best;
}

double triad_bandwidth(Team& team) {
  constexpr std::int64_t kValues = 1 << 23;  // 64 MiB per array
  constexpr std::int64_t kBlock = 1 << 15;
  Buffer<double> a(kValues), b(kValues), c(kValues);
  team.for_blocks(kValues, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) a[i] = b[i] = c[i] = 1.0;
  });
  double best = 0;
  for (int s = 0; s < kSamples; ++s) {
    const double scale = 0.5 + s;
    const auto run = [&] {
      team.for_blocks(kValues, kBlock, [&](std::int64_t begin, std::int64_t end) {
        double* to = a.data();
        const double* x = b.data();
        const double* y = c.data();
#pragma GCC ivdep
        for (std::int64_t i = begin; i < end; ++i) to[i] = x[i] + scale * y[i];
      });
    };
    const double seconds = seconds_of(run, clock_for(team.size()));
    best = std::max(best, 3.0 * sizeof(double) * static_cast<double>(kValues) / seconds);
  }
  return best;
}

}  // namespace gnac::bench
#endif  // HWY_ONCE
