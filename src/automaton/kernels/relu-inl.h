// The ReLU edge network. Its pre-activation gradient is dlogit·w2 on the active units and 0
// elsewhere, so an edge is described by one number and one bit per unit, and the two matrix
// products of the adjoint become look-ups and additions in tables indexed by four bits at a time.
#if defined(GNAC_KERNELS_RELU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_RELU_INL
#undef GNAC_KERNELS_RELU_INL
#else
#define GNAC_KERNELS_RELU_INL
#endif

#include <hwy/highway.h>

#include "automaton/kernels/edge-inl.h"
#include "automaton/kernels/kernels.h"
#include "automaton/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void edge_conductance_relu(float* HWY_RESTRICT alpha, std::uint8_t* HWY_RESTRICT mask,
                           const float* HWY_RESTRICT pre, const float* HWY_RESTRICT w2, float b2,
                           int width, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  for (int e = 0; e < count; ++e, pre += width, mask += width / kLane) {
    auto sum = zero;
    for (int group = 0; group < width / kLane; ++group) {
      unsigned bits = 0;
      for (int c = 0; c < kLane; c += lanes) {
        const auto x = hn::LoadU(d, pre + group * kLane + c);
        std::uint8_t part[8];
        hn::StoreMaskBits(d, hn::Gt(x, zero), part);
        bits |= static_cast<unsigned>(part[0]) << c;
        sum = hn::MulAdd(hn::Max(x, zero), hn::LoadU(d, w2 + group * kLane + c), sum);
      }
      mask[group] = static_cast<std::uint8_t>(bits);
    }
    alpha[e] = hn::GetLane(hn::SumOfLanes(d, sum));
  }
  sigmoid_in_place(alpha, b2, count);
}

// Columns [0, C vectors) of one edge: everything between the gather and the table stays in
// registers.
template <int C>
HWY_INLINE void relu_columns(RowTag d, float* HWY_RESTRICT out, float* HWY_RESTRICT sums,
                             const float* HWY_RESTRICT si, const float* HWY_RESTRICT sj,
                             const std::uint8_t* HWY_RESTRICT mask,
                             const float* HWY_RESTRICT forward, float dlogit, int row,
                             int mask_bytes) {
  static_assert(kUnitsPerGroup == 4, "a byte of the mask is two groups");
  constexpr std::ptrdiff_t kNext = kPatterns;  // rows from one group's table to the next
  using Vec = hn::Vec<RowTag>;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Vec dl = hn::Set(d, dlogit);
  Vec w[C];
  for (int c = 0; c < C; ++c) w[c] = hn::Zero(d);
  for (int b = 0; b < mask_bytes; ++b) {
    const float* low = forward + (2 * b * kNext + (mask[b] & 15)) * row;
    const float* high = forward + ((2 * b + 1) * kNext + (mask[b] >> 4)) * row;
    for (int c = 0; c < C; ++c) {
      w[c] = hn::Add(w[c], hn::LoadU(d, low + c * lanes));
      w[c] = hn::Add(w[c], hn::LoadU(d, high + c * lanes));
    }
  }
  const Vec sign_bit = hn::SignBit(d);
  Vec scaled[C];
  for (int c = 0; c < C; ++c) {
    const Vec delta = hn::Sub(hn::LoadU(d, si + c * lanes), hn::LoadU(d, sj + c * lanes));
    const Vec signed_w =
        hn::IfThenZeroElse(hn::Eq(delta, hn::Zero(d)), hn::Xor(w[c], hn::And(delta, sign_bit)));
    hn::StoreU(hn::MulAdd(dl, signed_w, hn::LoadU(d, out + c * lanes)), d, out + c * lanes);
    scaled[c] = hn::Mul(dl, hn::Abs(delta));
  }
  for (int b = 0; b < mask_bytes; ++b) {
    float* low = sums + (2 * b * kNext + (mask[b] & 15)) * row;
    float* high = sums + ((2 * b + 1) * kNext + (mask[b] >> 4)) * row;
    for (int c = 0; c < C; ++c) {
      hn::StoreU(hn::Add(hn::LoadU(d, low + c * lanes), scaled[c]), d, low + c * lanes);
      hn::StoreU(hn::Add(hn::LoadU(d, high + c * lanes), scaled[c]), d, high + c * lanes);
    }
  }
}

void edge_adjoint_relu(float* HWY_RESTRICT out, float* HWY_RESTRICT alpha, float* HWY_RESTRICT sums,
                       const float* HWY_RESTRICT state, const float* HWY_RESTRICT g,
                       const std::uint8_t* HWY_RESTRICT mask, const float* HWY_RESTRICT forward,
                       int row, int mask_bytes, const EdgeBlock& edges) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < edges.count; ++e, out += row, mask += mask_bytes) {
    const float* si = state + static_cast<std::ptrdiff_t>(edges.i[e]) * row;
    const float* sj = state + static_cast<std::ptrdiff_t>(edges.j[e]) * row;
    const float* gi = g + static_cast<std::ptrdiff_t>(edges.i[e]) * row;
    const float* gj = g + static_cast<std::ptrdiff_t>(edges.j[e]) * row;
    const float a = alpha[e];
    const auto av = hn::Set(d, a);
    auto dot = hn::Zero(d);
    for (int c = 0; c < row; c += lanes) {
      const auto delta = hn::Sub(hn::LoadU(d, si + c), hn::LoadU(d, sj + c));
      const auto gamma = hn::Sub(hn::LoadU(d, gj + c), hn::LoadU(d, gi + c));
      dot = hn::MulAdd(delta, gamma, dot);
      hn::StoreU(hn::Mul(av, gamma), d, out + c);
    }
    const float dlogit = hn::GetLane(hn::SumOfLanes(d, dot)) * (a * (1.0f - a));
    alpha[e] = dlogit;
    int c = 0;
    for (; c + 7 * lanes <= row; c += 7 * lanes) {
      relu_columns<7>(d, out + c, sums + c, si + c, sj + c, mask, forward + c, dlogit, row,
                      mask_bytes);
    }
    for (; c < row; c += lanes) {
      relu_columns<1>(d, out + c, sums + c, si + c, sj + c, mask, forward + c, dlogit, row,
                      mask_bytes);
    }
  }
}

void add_active(float* HWY_RESTRICT active, const float* HWY_RESTRICT dlogit,
                const std::uint8_t* HWY_RESTRICT mask, int width, int count) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int e = 0; e < count; ++e, active += width, mask += width / kLane) {
    const auto dl = hn::Set(d, dlogit[e]);
    for (int group = 0; group < width / kLane; ++group) {
      for (int c = 0; c < kLane; c += lanes) {
        const std::uint8_t bits[8] = {static_cast<std::uint8_t>(mask[group] >> c)};
        float* to = active + group * kLane + c;
        const auto add = hn::IfThenElseZero(hn::LoadMaskBits(d, bits), dl);
        hn::StoreU(hn::Add(hn::LoadU(d, to), add), d, to);
      }
    }
  }
}

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
