// Exponential-based functions on vectors. Included once per instruction set (no include guard by
// design of Highway's foreach_target; the toggle below plays its part).
#if defined(GNAC_KERNELS_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_MATH_INL
#undef GNAC_KERNELS_MATH_INL
#else
#define GNAC_KERNELS_MATH_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kLog2E = 1.44269504088896341f;
constexpr float kExp2[] = {1.0f,          0.693147004f,   0.240222424f,
                           0.0555073358f, 0.00967151299f, 0.00132647273f};

/// 2^t for |t| <= 126 (clamped), relative error below 2e-7 beside the rounding of t: 2^n·2^f with n
/// the nearest integer and |f| <= 1/2, 2^f by a minimax polynomial of degree 5 (relative
/// error 1.1e-7).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp2_v(D d, V t) {
  const hn::RebindToSigned<D> di;
  t = hn::Min(hn::Max(t, hn::Set(d, -126.0f)), hn::Set(d, 126.0f));
  // Adding 1.5·2^23 leaves round(t) in the low bits of the sum; the shift below discards the rest.
  const V magic = hn::Set(d, 12582912.0f);
  const V shifted = hn::Add(t, magic);
  const V f = hn::Sub(t, hn::Sub(shifted, magic));
  V p = hn::Set(d, kExp2[5]);
  p = hn::MulAdd(p, f, hn::Set(d, kExp2[4]));
  p = hn::MulAdd(p, f, hn::Set(d, kExp2[3]));
  p = hn::MulAdd(p, f, hn::Set(d, kExp2[2]));
  p = hn::MulAdd(p, f, hn::Set(d, kExp2[1]));
  p = hn::MulAdd(p, f, hn::Set(d, kExp2[0]));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), exponent));
}

/// 1 / (1 + e^-x).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid_v(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  return hn::Div(one, hn::Add(one, exp2_v(d, hn::Mul(x, hn::Set(d, -kLog2E)))));
}

/// tanh x = sign(x)·(1 - e^{-2|x|}) / (1 + e^{-2|x|}); near 0, where that cancels, its Taylor
/// polynomial of degree 9 (|x| < 0.25: remainder below 1e-8 relative).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh_v(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  const V magnitude = hn::Abs(x);
  const V e = exp2_v(d, hn::Mul(magnitude, hn::Set(d, -2.0f * kLog2E)));
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
