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
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A neighbour's row is prefetched this many neighbours before it is used.
constexpr int kAhead = 6;

// Covers a row by calls of fn(integral_constant C, first column), each for C <= 7 vectors. They
// stay in registers while the cell's neighbours pass by.
template <class Fn>
HWY_INLINE void for_columns(int row, int lanes, const Fn& fn) {
  using std::integral_constant;
  int c = 0;
  for (; c + 7 * lanes <= row; c += 7 * lanes) fn(integral_constant<int, 7>{}, c);
  switch ((row - c) / lanes) {
    case 6:
      return fn(integral_constant<int, 6>{}, c);
    case 5:
      return fn(integral_constant<int, 5>{}, c);
    case 4:
      return fn(integral_constant<int, 4>{}, c);
    case 3:
      return fn(integral_constant<int, 3>{}, c);
    case 2:
      return fn(integral_constant<int, 2>{}, c);
    case 1:
      return fn(integral_constant<int, 1>{}, c);
    default:
      return;
  }
}

template <int C>
HWY_INLINE void mean_message_columns(const MeanMessage& m, std::int64_t v, int column) {
  using Vec = hn::Vec<RowTag>;
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int row = m.row;
  const float* HWY_RESTRICT state = m.state + column;
  float* HWY_RESTRICT out = m.out + (v - m.begin) * row + column;
  const Adjacency& adj = m.adjacency;
  const std::int64_t begin = adj.offset[v];
  const std::int64_t end = adj.offset[v + 1];
  Vec own[C];
  Vec sum[C];
  for (int c = 0; c < C; ++c) {
    own[c] = hn::LoadU(d, state + v * row + c * lanes);
    sum[c] = hn::Zero(d);
  }
  for (std::int64_t p = begin; p < end; ++p) {
    const float* other = state + static_cast<std::ptrdiff_t>(adj.neighbor[p]) * row;
    const Vec a = hn::Set(d, m.alpha[adj.edge[p]]);
    if (p + kAhead < end)
      prefetch(state + static_cast<std::ptrdiff_t>(adj.neighbor[p + kAhead]) * row, row);
    for (int c = 0; c < C; ++c) {
      sum[c] = hn::MulAdd(a, hn::Sub(hn::LoadU(d, other + c * lanes), own[c]), sum[c]);
    }
  }
  const float scale = end > begin ? 1.0f / static_cast<float>(end - begin) : 0.0f;
  const Vec s = hn::Set(d, scale);
  for (int c = 0; c < C; ++c) hn::StoreU(hn::Mul(sum[c], s), d, out + c * lanes);
}

void mean_message(const MeanMessage& m) {
  const int lanes = static_cast<int>(hn::Lanes(RowTag()));
  for (std::int64_t v = m.begin; v < m.end; ++v) {
    for_columns(m.row, lanes, [&](auto vectors, int column) HWY_ATTR {
      mean_message_columns<decltype(vectors)::value>(m, v, column);
    });
  }
}

void mean_conductance(float* out, const float* alpha, const Adjacency& adj, std::int64_t begin,
                      std::int64_t end) {
  for (std::int64_t v = begin; v < end; ++v) {
    const std::int64_t first = adj.offset[v];
    const std::int64_t last = adj.offset[v + 1];
    float sum = 0;
    for (std::int64_t p = first; p < last; ++p) sum += alpha[adj.edge[p]];
    *out++ = last > first ? sum * (1.0f / static_cast<float>(last - first)) : 0.0f;
  }
}

template <int C>
HWY_INLINE void gather_columns(const Gather& g, int v, int column) {
  using Vec = hn::Vec<RowTag>;
  const RowTag d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  float* HWY_RESTRICT own = g.to + static_cast<std::ptrdiff_t>(g.node[v]) * g.row + column;
  const float* HWY_RESTRICT buffer = g.from + column;
  Vec sum[C];
  for (int c = 0; c < C; ++c) sum[c] = hn::LoadU(d, own + c * lanes);
  for (std::int32_t p = g.start[v]; p < g.start[v + 1]; ++p) {
    const std::uint32_t entry = g.entry[p];
    const float* from = buffer + static_cast<std::ptrdiff_t>(entry >> 1) * g.row;
    const Vec sign = hn::Set(d, (entry & 1U) != 0 ? -1.0f : 1.0f);
    for (int c = 0; c < C; ++c) sum[c] = hn::MulAdd(sign, hn::LoadU(d, from + c * lanes), sum[c]);
  }
  for (int c = 0; c < C; ++c) hn::StoreU(sum[c], d, own + c * lanes);
}

void gather_signed(const Gather& g) {
  const int lanes = static_cast<int>(hn::Lanes(RowTag()));
  for (int v = 0; v < g.cells; ++v) {
    for_columns(g.row, lanes, [&](auto vectors, int column) HWY_ATTR {
      gather_columns<decltype(vectors)::value>(g, v, column);
    });
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

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
