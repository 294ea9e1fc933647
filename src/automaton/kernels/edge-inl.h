// Edge primitives: gather, conductance, and their adjoints.
#if defined(GNAC_KERNELS_EDGE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_EDGE_INL
#undef GNAC_KERNELS_EDGE_INL
#else
#define GNAC_KERNELS_EDGE_INL
#endif

#include <hwy/highway.h>
#include "automaton/kernels/kernels.h"
#include "automaton/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows are a multiple of kLane floats; at most kLane lanes keep sums across a row alike on every
// target.
using RowTag = hn::CappedTag<float, kLane>;

void edge_difference(float* HWY_RESTRICT u, const float* HWY_RESTRICT state, int row,
                     const EdgeBlock& edges) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < edges.count; ++e) {
    const float* si = state + static_cast<std::ptrdiff_t>(edges.i[e]) * row;
    const float* sj = state + static_cast<std::ptrdiff_t>(edges.j[e]) * row;
    for (int c = 0; c < row; c += lanes) {
      hn::StoreU(hn::Abs(hn::Sub(hn::LoadU(d, si + c), hn::LoadU(d, sj + c))), d, u + c);
    }
    u += row;
  }
}

// alpha = sigmoid(alpha + bias)
HWY_INLINE void sigmoid_in_place(float* alpha, float bias, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int e = 0;
  for (; e + lanes <= count; e += lanes) {
    hn::StoreU(sigmoid_v(d, hn::Add(hn::LoadU(d, alpha + e), hn::Set(d, bias))), d, alpha + e);
  }
  const hn::CappedTag<float, 1> one;
  for (; e < count; ++e) {
    hn::StoreU(sigmoid_v(one, hn::Set(one, alpha[e] + bias)), one, alpha + e);
  }
}

template <class Act>
HWY_INLINE void conductance_rows(float* HWY_RESTRICT alpha, const float* HWY_RESTRICT pre,
                                 const float* HWY_RESTRICT w2, float b2, int width, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < count; ++e, pre += width) {
    auto sum = hn::Zero(d);
    for (int c = 0; c < width; c += lanes) {
      sum = hn::MulAdd(Act::value(d, hn::LoadU(d, pre + c)), hn::LoadU(d, w2 + c), sum);
    }
    alpha[e] = hn::GetLane(hn::SumOfLanes(d, sum));
  }
  sigmoid_in_place(alpha, b2, count);
}

void edge_conductance(float* alpha, const float* pre, const float* w2, float b2, int width,
                      Activation activation, int count) {
  switch (activation) {
    case Activation::silu:
      return conductance_rows<Silu>(alpha, pre, w2, b2, width, count);
    case Activation::relu:
      return conductance_rows<Relu>(alpha, pre, w2, b2, width, count);
    case Activation::tanh:
      return conductance_rows<Tanh>(alpha, pre, w2, b2, width, count);
  }
}

void edge_message_adjoint(float* HWY_RESTRICT delta, float* HWY_RESTRICT u,
                          float* HWY_RESTRICT message, float* HWY_RESTRICT dlogit,
                          const float* HWY_RESTRICT state, const float* HWY_RESTRICT g,
                          const float* HWY_RESTRICT alpha, int row, const EdgeBlock& edges) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < edges.count; ++e) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(edges.i[e]) * row;
    const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(edges.j[e]) * row;
    const float a = alpha[e];
    const auto av = hn::Set(d, a);
    auto dot = hn::Zero(d);
    for (int c = 0; c < row; c += lanes) {
      const auto diff = hn::Sub(hn::LoadU(d, state + i + c), hn::LoadU(d, state + j + c));
      const auto gamma = hn::Sub(hn::LoadU(d, g + j + c), hn::LoadU(d, g + i + c));
      dot = hn::MulAdd(diff, gamma, dot);
      hn::StoreU(diff, d, delta + c);
      hn::StoreU(hn::Abs(diff), d, u + c);
      hn::StoreU(hn::Mul(av, gamma), d, message + c);
    }
    dlogit[e] = hn::GetLane(hn::SumOfLanes(d, dot)) * (a * (1.0f - a));
    delta += row;
    u += row;
    message += row;
  }
}

template <class Act>
HWY_INLINE void conductance_adjoint(float* HWY_RESTRICT pre, float* HWY_RESTRICT dstatic,
                                    float* HWY_RESTRICT dw2, const float* HWY_RESTRICT dlogit,
                                    const float* HWY_RESTRICT w2, int width, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < count; ++e, pre += width, dstatic += width) {
    const auto dl = hn::Set(d, dlogit[e]);
    for (int c = 0; c < width; c += lanes) {
      hn::Vec<RowTag> y;
      hn::Vec<RowTag> dy;
      Act::both(d, hn::LoadU(d, pre + c), y, dy);
      const auto dpre = hn::Mul(hn::Mul(dl, hn::LoadU(d, w2 + c)), dy);
      hn::StoreU(hn::MulAdd(dl, y, hn::LoadU(d, dw2 + c)), d, dw2 + c);
      hn::StoreU(dpre, d, pre + c);
      hn::StoreU(hn::Add(hn::LoadU(d, dstatic + c), dpre), d, dstatic + c);
    }
  }
}

void edge_conductance_adjoint(float* pre, float* dstatic, float* dw2, const float* dlogit,
                              const float* w2, int width, Activation activation, int count) {
  switch (activation) {
    case Activation::silu:
      return conductance_adjoint<Silu>(pre, dstatic, dw2, dlogit, w2, width, count);
    case Activation::relu:
      return conductance_adjoint<Relu>(pre, dstatic, dw2, dlogit, w2, width, count);
    case Activation::tanh:
      return conductance_adjoint<Tanh>(pre, dstatic, dw2, dlogit, w2, width, count);
  }
}

void add_signed(float* HWY_RESTRICT out, const float* HWY_RESTRICT message,
                const float* HWY_RESTRICT delta, const float* HWY_RESTRICT du, int values) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto sign_bit = hn::SignBit(d);
  for (int c = 0; c < values; c += lanes) {
    const auto x = hn::LoadU(d, delta + c);
    const auto flipped = hn::Xor(hn::LoadU(d, du + c), hn::And(x, sign_bit));
    const auto signed_du = hn::IfThenZeroElse(hn::Eq(x, hn::Zero(d)), flipped);
    hn::StoreU(hn::Add(hn::LoadU(d, message + c), signed_du), d, out + c);
  }
}

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
