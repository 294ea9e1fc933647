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
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows are a multiple of kLane floats; using at most kLane lanes keeps sums across a row the same
// on every target.
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

void edge_sum(float* HWY_RESTRICT out, const float* HWY_RESTRICT fixed,
              const float* HWY_RESTRICT share, int width, const EdgeBlock& edges) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < edges.count; ++e) {
    const float* si = share + static_cast<std::ptrdiff_t>(edges.i[e]) * width;
    const float* sj = share + static_cast<std::ptrdiff_t>(edges.j[e]) * width;
    for (int c = 0; c < width; c += lanes) {
      const auto both = hn::Add(hn::LoadU(d, si + c), hn::LoadU(d, sj + c));
      hn::StoreU(hn::Add(hn::LoadU(d, fixed + c), both), d, out + c);
    }
    fixed += width;
    out += width;
  }
}

void sigmoid(float* y, const float* x, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int e = 0;
  for (; e + lanes <= count; e += lanes) hn::StoreU(sigmoid_v(d, hn::LoadU(d, x + e)), d, y + e);
  const hn::CappedTag<float, 1> one;
  for (; e < count; ++e) hn::StoreU(sigmoid_v(one, hn::LoadU(one, x + e)), one, y + e);
}

template <class Act>
HWY_INLINE void logit_rows(float* HWY_RESTRICT logit, const float* HWY_RESTRICT pre,
                           const EdgeHead& head, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int width = head.width;
  const float* HWY_RESTRICT w2 = head.w2;
  for (int e = 0; e < count; ++e, pre += width) {
    auto sum = hn::Zero(d);
    for (int c = 0; c < width; c += lanes) {
      sum = hn::MulAdd(Act::value(d, hn::LoadU(d, pre + c)), hn::LoadU(d, w2 + c), sum);
    }
    logit[e] = hn::GetLane(hn::SumOfLanes(d, sum)) + head.b2;
  }
}

void edge_logit(float* logit, const float* pre, const EdgeHead& head, int count) {
  switch (head.activation) {
    case Activation::silu:
      return logit_rows<Silu>(logit, pre, head, count);
    case Activation::relu:
      return logit_rows<Relu>(logit, pre, head, count);
    case Activation::tanh:
      return logit_rows<Tanh>(logit, pre, head, count);
  }
}

void edge_message_adjoint(const EdgeMessageAdjoint& m) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int row = m.row;
  const float* HWY_RESTRICT state = m.state;
  const float* HWY_RESTRICT g = m.g;
  float* HWY_RESTRICT delta = m.delta;
  float* HWY_RESTRICT u = m.u;
  float* HWY_RESTRICT message = m.message;
  for (int e = 0; e < m.edges.count; ++e) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(m.edges.i[e]) * row;
    const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(m.edges.j[e]) * row;
    const float a = m.alpha[e];
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
    float d_alpha = hn::GetLane(hn::SumOfLanes(d, dot));
    if (m.q != nullptr) d_alpha += m.q[m.edges.i[e]] + m.q[m.edges.j[e]];
    m.dlogit[e] = d_alpha * (a * (1.0f - a));
    delta += row;
    u += row;
    message += row;
  }
}

template <class Act>
HWY_INLINE void logit_adjoint_rows(const EdgeLogitAdjoint& m) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int width = m.head.width;
  float* HWY_RESTRICT pre = m.pre;
  float* HWY_RESTRICT dfixed = m.dfixed;
  float* HWY_RESTRICT dw2 = m.dw2;
  const float* HWY_RESTRICT w2 = m.head.w2;
  for (int e = 0; e < m.count; ++e, pre += width, dfixed += width) {
    const auto dl = hn::Set(d, m.dlogit[e]);
    for (int c = 0; c < width; c += lanes) {
      hn::Vec<RowTag> y;
      hn::Vec<RowTag> dy;
      Act::both(d, hn::LoadU(d, pre + c), y, dy);
      const auto dpre = hn::Mul(hn::Mul(dl, hn::LoadU(d, w2 + c)), dy);
      hn::StoreU(hn::MulAdd(dl, y, hn::LoadU(d, dw2 + c)), d, dw2 + c);
      hn::StoreU(dpre, d, pre + c);
      hn::StoreU(hn::Add(hn::LoadU(d, dfixed + c), dpre), d, dfixed + c);
    }
  }
}

void edge_logit_adjoint(const EdgeLogitAdjoint& m) {
  switch (m.head.activation) {
    case Activation::silu:
      return logit_adjoint_rows<Silu>(m);
    case Activation::relu:
      return logit_adjoint_rows<Relu>(m);
    case Activation::tanh:
      return logit_adjoint_rows<Tanh>(m);
  }
}

// message + sign(delta)·du of a vector.
template <class D>
HWY_INLINE hn::Vec<D> plus_signed(D d, const float* message, const float* delta, const float* du) {
  const auto x = hn::LoadU(d, delta);
  const auto flipped = hn::Xor(hn::LoadU(d, du), hn::And(x, hn::SignBit(d)));
  const auto signed_du = hn::IfThenZeroElse(hn::Eq(x, hn::Zero(d)), flipped);
  return hn::Add(hn::LoadU(d, message), signed_du);
}

void add_signed(float* HWY_RESTRICT out, const float* HWY_RESTRICT message,
                const float* HWY_RESTRICT delta, const float* HWY_RESTRICT du, int values) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int c = 0; c < values; c += lanes) {
    hn::StoreU(plus_signed(d, message + c, delta + c, du + c), d, out + c);
  }
}

void edge_scatter(const EdgeScatter& m) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < m.edges.count; ++e) {
    const auto i = static_cast<std::ptrdiff_t>(m.edges.i[e]);
    const auto j = static_cast<std::ptrdiff_t>(m.edges.j[e]);
    const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(e) * m.row;
    float* HWY_RESTRICT di = m.d_state + i * m.row;  // i != j: no edge joins a cell to itself
    float* HWY_RESTRICT dj = m.d_state + j * m.row;
    for (int c = 0; c < m.row; c += lanes) {
      const auto v = plus_signed(d, m.message + from + c, m.delta + from + c, m.du + from + c);
      hn::StoreU(hn::Add(hn::LoadU(d, di + c), v), d, di + c);
      hn::StoreU(hn::Sub(hn::LoadU(d, dj + c), v), d, dj + c);
    }
    if (m.d_sums == nullptr) continue;
    const float* HWY_RESTRICT d_pre = m.d_pre + static_cast<std::ptrdiff_t>(e) * m.width;
    float* HWY_RESTRICT si = m.d_sums + i * m.width;
    float* HWY_RESTRICT sj = m.d_sums + j * m.width;
    for (int c = 0; c < m.width; c += lanes) {
      const auto v = hn::LoadU(d, d_pre + c);
      hn::StoreU(hn::Add(hn::LoadU(d, si + c), v), d, si + c);
      hn::StoreU(hn::Add(hn::LoadU(d, sj + c), v), d, sj + c);
    }
  }
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
