#include "layout/kernels.h"

#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "layout/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kPushed>;

template <int kDims>
HWY_INLINE void push_all(const float* const* y, const float* const* source, const float* mass,
                         std::int64_t count, float* const* push, float* sum) {
  const Lanes tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto one = hn::Set(tag, 1.0F);
  for (std::int64_t p = 0; p < kPushed; p += lanes) {
    const auto y0 = hn::LoadU(tag, y[0] + p);
    const auto y1 = hn::LoadU(tag, y[1] + p);
    const auto y2 = kDims == 3 ? hn::LoadU(tag, y[kDims - 1] + p) : hn::Zero(tag);
    auto total = hn::Zero(tag);
    auto f0 = total;
    auto f1 = total;
    auto f2 = total;
    for (std::int64_t s = 0; s < count; ++s) {
      const auto d0 = hn::Sub(y0, hn::Set(tag, source[0][s]));
      const auto d1 = hn::Sub(y1, hn::Set(tag, source[1][s]));
      auto square = hn::Add(hn::Mul(d0, d0), hn::Mul(d1, d1));
      auto d2 = y2;
      if constexpr (kDims == 3) {
        d2 = hn::Sub(y2, hn::Set(tag, source[2][s]));
        square = hn::Add(square, hn::Mul(d2, d2));
      }
      const auto q = hn::Div(one, hn::Add(one, square));
      const auto heavy = hn::Mul(hn::Set(tag, mass[s]), q);
      const auto force = hn::Mul(heavy, q);
      total = hn::Add(total, heavy);
      f0 = hn::Add(f0, hn::Mul(force, d0));
      f1 = hn::Add(f1, hn::Mul(force, d1));
      if constexpr (kDims == 3) f2 = hn::Add(f2, hn::Mul(force, d2));
    }
    hn::StoreU(total, tag, sum + p);
    hn::StoreU(f0, tag, push[0] + p);
    hn::StoreU(f1, tag, push[1] + p);
    if constexpr (kDims == 3) hn::StoreU(f2, tag, push[2] + p);
  }
}

void push(const float* const* y, const float* const* source, const float* mass, std::int64_t count,
          int dims, float* const* out, float* sum) {
  if (dims == 2) {
    push_all<2>(y, source, mass, count, out, sum);
  } else {
    push_all<3>(y, source, mass, count, out, sum);
  }
}

LayoutKernels layout_kernels() {
  return {hwy::TargetName(HWY_TARGET), push};
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::detail {

HWY_EXPORT(layout_kernels);

LayoutKernels layout_kernels() {
  choose_simd_target();
  return HWY_DYNAMIC_DISPATCH(layout_kernels)();
}

}  // namespace gnac::detail
#endif
