// Exponential-based functions on vectors. Included once per instruction set: the toggle below
// replaces the include guard, as Highway's foreach_target requires.
#if defined(GNAC_KERNELS_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_MATH_INL
#undef GNAC_KERNELS_MATH_INL
#else
#define GNAC_KERNELS_MATH_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kLog2E = 1.44269504088896341f;
constexpr float kExp2[] = {1.0f,          0.693147004f,   0.240222424f,
                           0.0555073358f, 0.00967151299f, 0.00132647273f};

/// 2^t for |t| <= 126 (clamped), relative error below 2e-7 on top of the rounding of t: 2^n·2^f
/// with n the nearest integer and |f| <= 1/2, 2^f by a minimax polynomial of degree 5 (relative
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

/// tanh x for x >= 0 is x·P(x²)/Q(x²): minimax over [0, 9] with relative error 2e-8, in floats
/// below 4e-7. From 9 on, tanh rounds to 1.
constexpr float kTanhP[] = {1.0f, 0.1338102f, 0.003495583f, 2.0609e-05f, 1.3354552e-08f};
constexpr float kTanhQ[] = {1.0f, 0.46714336f, 0.025876964f, 0.00032856266f, 7.776513e-07f};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh_v(D d, V x) {
  const V magnitude = hn::Min(hn::Abs(x), hn::Set(d, 9.0f));
  const V z = hn::Mul(magnitude, magnitude);
  V p = hn::Set(d, kTanhP[4]);
  V q = hn::Set(d, kTanhQ[4]);
  for (int k = 3; k >= 0; --k) {
    p = hn::MulAdd(p, z, hn::Set(d, kTanhP[k]));
    q = hn::MulAdd(q, z, hn::Set(d, kTanhQ[k]));
  }
  const V y = hn::Min(hn::Div(hn::Mul(magnitude, p), q), hn::Set(d, 1.0f));
  return hn::CopySign(y, x);
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

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
