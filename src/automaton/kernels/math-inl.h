// Exponential-based functions on vectors. Included once per instruction set (no include guard by
// design of Highway's foreach_target; the toggle below plays its part).
#if defined(GNAC_KERNELS_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_MATH_INL
#undef GNAC_KERNELS_MATH_INL
#else
#define GNAC_KERNELS_MATH_INL
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// exp(x) for x in [-87, 87] (clamped), relative error below 2e-7: 2^n·e^r with |r| <= ln2/2, e^r
/// by its Taylor polynomial of degree 7, whose remainder at ln2/2 is 5e-9.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_v(D d, V x) {
  const hn::RebindToSigned<D> di;
  x = hn::Min(hn::Max(x, hn::Set(d, -87.0f)), hn::Set(d, 87.0f));
  const auto n = hn::NearestInt(hn::Mul(x, hn::Set(d, 1.44269504f)));
  const auto nf = hn::ConvertTo(d, n);
  V r = hn::NegMulAdd(nf, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(nf, hn::Set(d, -2.12194440e-4f), r);
  V p = hn::Set(d, 1.0f / 5040);
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 720));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 120));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 24));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f / 6));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0f));
  const auto power = hn::ShiftLeft<23>(hn::Add(n, hn::Set(di, 127)));
  return hn::Mul(p, hn::BitCast(d, power));
}

/// 1 / (1 + e^-x).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid_v(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  return hn::Div(one, hn::Add(one, exp_v(d, hn::Neg(x))));
}

/// tanh x = sign(x)·(1 - e^{-2|x|}) / (1 + e^{-2|x|}); near 0, where that cancels, its Taylor
/// polynomial of degree 9 (|x| < 0.25: remainder below 1e-8 relative).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh_v(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  const V magnitude = hn::Abs(x);
  const V e = exp_v(d, hn::Mul(magnitude, hn::Set(d, -2.0f)));
  const V far = hn::CopySign(hn::Div(hn::Sub(one, e), hn::Add(one, e)), x);
  const V z = hn::Mul(x, x);
  V p = hn::Set(d, 62.0f / 2835);
  p = hn::MulAdd(p, z, hn::Set(d, -17.0f / 315));
  p = hn::MulAdd(p, z, hn::Set(d, 2.0f / 15));
  p = hn::MulAdd(p, z, hn::Set(d, -1.0f / 3));
  const V near = hn::MulAdd(hn::Mul(p, z), x, x);
  return hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0.25f)), near, far);
}

// act(x) and act'(x) together, by activation type.
struct Silu {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V value(D d, V x) {
    return hn::Mul(x, sigmoid_v(d, x));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void both(D d, V x, V& y, V& dy) {
    const V s = sigmoid_v(d, x);
    y = hn::Mul(x, s);
    dy = hn::MulAdd(y, hn::Sub(hn::Set(d, 1.0f), s), s);  // s + y(1 - s)
  }
};

struct Relu {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V value(D d, V x) {
    return hn::Max(x, hn::Zero(d));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void both(D d, V x, V& y, V& dy) {
    y = hn::Max(x, hn::Zero(d));
    dy = hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::Set(d, 1.0f));
  }
};

struct Tanh {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V value(D d, V x) {
    return tanh_v(d, x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void both(D d, V x, V& y, V& dy) {
    y = tanh_v(d, x);
    dy = hn::NegMulAdd(y, y, hn::Set(d, 1.0f));
  }
};

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
