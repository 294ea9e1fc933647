#include "graph/scale_free/kernels.h"

#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graph/scale_free/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, 4>;

// Σ term(c) in the order that FeatureKernels defines; term_of(tag, c) gives the terms of the
// columns from c on.
template <class Vectors, class One>
HWY_INLINE double sum_of_four(std::int64_t d, Vectors&& terms, One&& term) {
  const Lanes tag;
  constexpr std::int64_t kLanes = hn::MaxLanes(Lanes());
  double s[4] = {0, 0, 0, 0};
  std::int64_t c = 0;
  if (d >= 4) {
    if constexpr (kLanes == 4) {
      auto a = hn::Zero(tag);
      for (; c + 4 <= d; c += 4) a = hn::Add(a, terms(tag, c));
      hn::StoreU(a, tag, s);
    } else if constexpr (kLanes == 2) {
      auto a = hn::Zero(tag);
      auto b = a;
      for (; c + 4 <= d; c += 4) {
        a = hn::Add(a, terms(tag, c));
        b = hn::Add(b, terms(tag, c + 2));
      }
      hn::StoreU(a, tag, s);
      hn::StoreU(b, tag, s + 2);
    } else {
      for (; c + 4 <= d; c += 4) {
        for (int q = 0; q < 4; ++q) s[q] += term(c + q);
      }
    }
  }
  for (int q = 0; c < d; ++c, ++q) s[q] += term(c);
  return (s[0] + s[1]) + (s[2] + s[3]);
}

void squared_distances(const double* x, const std::int32_t* list, std::int64_t size,
                       const double* rows, std::int64_t d, double factor, double* out) {
  const double square = factor * factor;
  if (d == 2) {  // most problems: the same sum without the loop
    const double x0 = x[0];
    const double x1 = x[1];
    for (std::int64_t p = 0; p < size; ++p) {
      const double* y = rows + 2 * static_cast<std::ptrdiff_t>(list[p]);
      out[p] = ((x0 - y[0]) * (x0 - y[0]) + (x1 - y[1]) * (x1 - y[1])) * square;
    }
    return;
  }
  for (std::int64_t p = 0; p < size; ++p) {
    const double* y = rows + list[p] * d;
    const auto terms = [&](Lanes tag, std::int64_t c) HWY_ATTR {
      const auto difference = hn::Sub(hn::LoadU(tag, x + c), hn::LoadU(tag, y + c));
      return hn::Mul(difference, difference);
    };
    const auto term = [&](std::int64_t c) HWY_ATTR { return (x[c] - y[c]) * (x[c] - y[c]); };
    out[p] = sum_of_four(d, terms, term) * square;
  }
}

void inner_products(const double* rows, std::int64_t m, std::int64_t d, double* out) {
  for (std::int64_t r = 0; r < m; ++r) {
    const double* x = rows + r * d;
    for (std::int64_t q = 0; q <= r; ++q) {
      const double* y = rows + q * d;
      const auto terms = [&](Lanes tag, std::int64_t c) HWY_ATTR {
        return hn::Mul(hn::LoadU(tag, x + c), hn::LoadU(tag, y + c));
      };
      const auto term = [&](std::int64_t c) HWY_ATTR { return x[c] * y[c]; };
      out[r * m + q] = sum_of_four(d, terms, term);
    }
  }
}

FeatureKernels feature_kernels() {
  return {hwy::TargetName(HWY_TARGET), squared_distances, inner_products};
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::detail {

HWY_EXPORT(feature_kernels);

FeatureKernels feature_kernels() {
  choose_simd_target();
  return HWY_DYNAMIC_DISPATCH(feature_kernels)();
}

}  // namespace gnac::detail
#endif
