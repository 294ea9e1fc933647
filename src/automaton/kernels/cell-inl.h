// Cell primitives: mean message, signed gather, activations.
#if defined(GNAC_KERNELS_CELL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_CELL_INL
#undef GNAC_KERNELS_CELL_INL
#else
#define GNAC_KERNELS_CELL_INL
#endif

#include <hwy/highway.h>
#include "automaton/kernels/edge-inl.h"
#include "automaton/kernels/kernels.h"
#include "automaton/kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A neighbour's row is asked for this many neighbours before it is used.
constexpr int kAhead = 6;

// C vectors of one cell's row at a time stay in registers while its neighbours pass by.
template <int C>
HWY_INLINE void mean_message_columns(RowTag d, float* HWY_RESTRICT out,
                                     const float* HWY_RESTRICT state,
                                     const float* HWY_RESTRICT alpha, int row, const Adjacency& adj,
                                     std::int64_t v) {
  static_assert(C >= 1 && C <= 8);
  using Vec = hn::Vec<RowTag>;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const std::int64_t begin = adj.offset[v];
  const std::int64_t end = adj.offset[v + 1];
  Vec own[C];
  Vec sum[C];
  for (int c = 0; c < C; ++c) {
    own[c] = hn::LoadU(d, state + v * row + c * lanes);
    sum[c] = hn::Zero(d);
  }
  for (std::int64_t p = begin; p < end; ++p) {
    const float* other = state + static_cast<std::ptrdiff_t>(adj.neighbour[p]) * row;
    const Vec a = hn::Set(d, alpha[adj.edge[p]]);
    if (p + kAhead < end)
      prefetch(state + static_cast<std::ptrdiff_t>(adj.neighbour[p + kAhead]) * row, row);
    for (int c = 0; c < C; ++c) {
      sum[c] = hn::MulAdd(a, hn::Sub(hn::LoadU(d, other + c * lanes), own[c]), sum[c]);
    }
  }
  const float scale = end > begin ? 1.0f / static_cast<float>(end - begin) : 0.0f;
  const Vec s = hn::Set(d, scale);
  for (int c = 0; c < C; ++c) hn::StoreU(hn::Mul(sum[c], s), d, out + c * lanes);
}

void mean_message(float* HWY_RESTRICT out, const float* HWY_RESTRICT state,
                  const float* HWY_RESTRICT alpha, int row, const Adjacency& adj,
                  std::int64_t begin, std::int64_t end) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (std::int64_t v = begin; v < end; ++v, out += row) {
    int c = 0;
    for (; c + 7 * lanes <= row; c += 7 * lanes) {
      mean_message_columns<7>(d, out + c, state + c, alpha, row, adj, v);
    }
    for (; c < row; c += lanes) mean_message_columns<1>(d, out + c, state + c, alpha, row, adj, v);
  }
}

template <int C>
HWY_INLINE void gather_signed_columns(RowTag d, float* HWY_RESTRICT own,
                                      const float* HWY_RESTRICT buffer, int row,
                                      const std::uint32_t* HWY_RESTRICT entry, int entries) {
  using Vec = hn::Vec<RowTag>;
  const int lanes = static_cast<int>(hn::Lanes(d));
  Vec sum[C];
  for (int c = 0; c < C; ++c) sum[c] = hn::LoadU(d, own + c * lanes);
  for (int p = 0; p < entries; ++p) {
    const float* from = buffer + static_cast<std::ptrdiff_t>(entry[p] >> 1) * row;
    const Vec sign = hn::Set(d, (entry[p] & 1U) != 0 ? -1.0f : 1.0f);
    for (int c = 0; c < C; ++c) sum[c] = hn::MulAdd(sign, hn::LoadU(d, from + c * lanes), sum[c]);
  }
  for (int c = 0; c < C; ++c) hn::StoreU(sum[c], d, own + c * lanes);
}

void gather_signed(float* HWY_RESTRICT state, const float* HWY_RESTRICT buffer, int row,
                   const std::int32_t* node, const std::int32_t* start, const std::uint32_t* entry,
                   int cells) {
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int v = 0; v < cells; ++v) {
    float* own = state + static_cast<std::ptrdiff_t>(node[v]) * row;
    const std::uint32_t* first = entry + start[v];
    const int entries = start[v + 1] - start[v];
    int c = 0;
    for (; c + 7 * lanes <= row; c += 7 * lanes) {
      gather_signed_columns<7>(d, own + c, buffer + c, row, first, entries);
    }
    for (; c < row; c += lanes) {
      gather_signed_columns<1>(d, own + c, buffer + c, row, first, entries);
    }
  }
}

template <class Act>
HWY_INLINE void activate_values(float* y, const float* x, int values) {
  const RowTag d;
  for (int c = 0; c < values; c += static_cast<int>(hn::Lanes(d))) {
    hn::StoreU(Act::value(d, hn::LoadU(d, x + c)), d, y + c);
  }
}

template <class Act>
HWY_INLINE void activate_adjoint_values(float* dy, const float* x, int values) {
  const RowTag d;
  for (int c = 0; c < values; c += static_cast<int>(hn::Lanes(d))) {
    hn::Vec<RowTag> y;
    hn::Vec<RowTag> slope;
    Act::both(d, hn::LoadU(d, x + c), y, slope);
    hn::StoreU(hn::Mul(hn::LoadU(d, dy + c), slope), d, dy + c);
  }
}

void activate(float* y, const float* x, int values, Activation activation) {
  switch (activation) {
    case Activation::silu:
      return activate_values<Silu>(y, x, values);
    case Activation::relu:
      return activate_values<Relu>(y, x, values);
    case Activation::tanh:
      return activate_values<Tanh>(y, x, values);
  }
}

void activate_adjoint(float* dy, const float* x, int values, Activation activation) {
  switch (activation) {
    case Activation::silu:
      return activate_adjoint_values<Silu>(dy, x, values);
    case Activation::relu:
      return activate_adjoint_values<Relu>(dy, x, values);
    case Activation::tanh:
      return activate_adjoint_values<Tanh>(dy, x, values);
  }
}

void tanh_values(float* y, const float* x, int values) {
  activate_values<Tanh>(y, x, values);
}

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
