// The small matrix product under everything: tiles of 6 rows × 2 vectors held in registers.
#if defined(GNAC_KERNELS_GEMM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_GEMM_INL
#undef GNAC_KERNELS_GEMM_INL
#else
#define GNAC_KERNELS_GEMM_INL
#endif

#include <hwy/highway.h>
#include "automaton/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Keeps an accumulator in its register: left alone, GCC renames and spills them.
template <class V>
HWY_INLINE void pin(V& v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  auto raw = v.raw;
  asm("" : "+v"(raw));
  v = V{raw};
#else
  static_cast<void>(v);
#endif
}

// One tile: R rows from `row`, V vectors of columns from `col`. Kept out of line: inlined into the
// loops below, GCC spills the accumulators. Along: a_col is 1, which is worth an addition a step.
template <int R, int V, bool Along, class D>
HWY_NOINLINE void gemm_tile(D d, const Gemm& g, int row, int col) {
  static_assert(R >= 1 && R <= 6 && (V == 1 || V == 2));
  using Vec = hn::Vec<D>;
  const int lanes = static_cast<int>(hn::Lanes(d));
  Vec c00 = hn::Zero(d), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00;
  Vec c30 = c00, c31 = c00, c40 = c00, c41 = c00, c50 = c00, c51 = c00;
  if (g.init != nullptr) {
    const float* p = g.init + row * g.ld_init + col;
    const auto load = [&](int r, Vec& c0, Vec& c1) HWY_ATTR {
      c0 = hn::LoadU(d, p + r * g.ld_init);
      if constexpr (V == 2) c1 = hn::LoadU(d, p + r * g.ld_init + lanes);
    };
    load(0, c00, c01);
    if constexpr (R > 1) load(1, c10, c11);
    if constexpr (R > 2) load(2, c20, c21);
    if constexpr (R > 3) load(3, c30, c31);
    if constexpr (R > 4) load(4, c40, c41);
    if constexpr (R > 5) load(5, c50, c51);
  }
  const std::ptrdiff_t ar = g.a_row;
  const std::ptrdiff_t step = Along ? 1 : g.a_col;
  const std::ptrdiff_t ld_b = g.ld_b;
  const float* a = g.a + row * ar;
  const float* a3 = R > 3 ? a + 3 * ar : a;  // two bases, so that every row is an address away
  const float* b = g.b + col;
  const auto add = [&](const float* top, const float* bottom, const float* from) HWY_ATTR {
    const Vec b0 = hn::LoadU(d, from);
    Vec b1 = b0;
    if constexpr (V == 2) b1 = hn::LoadU(d, from + lanes);
    const auto fma = [&](const float* value, Vec& c0, Vec& c1) HWY_ATTR {
      const Vec x = hn::Set(d, *value);
      c0 = hn::MulAdd(x, b0, c0);
      pin(c0);
      if constexpr (V == 2) {
        c1 = hn::MulAdd(x, b1, c1);
        pin(c1);
      }
    };
    fma(top, c00, c01);
    if constexpr (R > 1) fma(top + ar, c10, c11);
    if constexpr (R > 2) fma(top + 2 * ar, c20, c21);
    if constexpr (R > 3) fma(bottom, c30, c31);
    if constexpr (R > 4) fma(bottom + ar, c40, c41);
    if constexpr (R > 5) fma(bottom + 2 * ar, c50, c51);
  };
  int k = g.k;
  for (; k >= 4; k -= 4) {
    add(a, a3, b);
    add(a + step, a3 + step, b + ld_b);
    add(a + 2 * step, a3 + 2 * step, b + 2 * ld_b);
    add(a + 3 * step, a3 + 3 * step, b + 3 * ld_b);
    a += 4 * step;
    a3 += 4 * step;
    b += 4 * ld_b;
  }
  for (; k > 0; --k) {
    add(a, a3, b);
    a += step;
    a3 += step;
    b += ld_b;
  }
  float* out = g.c + row * g.ld_c + col;
  const auto store = [&](int r, Vec c0, Vec c1) HWY_ATTR {
    hn::StoreU(c0, d, out + r * g.ld_c);
    if constexpr (V == 2) hn::StoreU(c1, d, out + r * g.ld_c + lanes);
  };
  store(0, c00, c01);
  if constexpr (R > 1) store(1, c10, c11);
  if constexpr (R > 2) store(2, c20, c21);
  if constexpr (R > 3) store(3, c30, c31);
  if constexpr (R > 4) store(4, c40, c41);
  if constexpr (R > 5) store(5, c50, c51);
}

// All rows of V vectors of columns.
template <int V, bool Along, class D>
HWY_INLINE void gemm_columns(D d, const Gemm& g, int col) {
  int row = 0;
  for (; row + 6 <= g.m; row += 6) gemm_tile<6, V, Along>(d, g, row, col);
  switch (g.m - row) {
    case 5:
      gemm_tile<5, V, Along>(d, g, row, col);
      break;
    case 4:
      gemm_tile<4, V, Along>(d, g, row, col);
      break;
    case 3:
      gemm_tile<3, V, Along>(d, g, row, col);
      break;
    case 2:
      gemm_tile<2, V, Along>(d, g, row, col);
      break;
    case 1:
      gemm_tile<1, V, Along>(d, g, row, col);
      break;
    default:
      break;
  }
}

template <bool Along>
HWY_INLINE void gemm_all(const Gemm& g) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, kLane> d8;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int col = 0;
  for (; col + 2 * lanes <= g.n; col += 2 * lanes) gemm_columns<2, Along>(d, g, col);
  if (col + lanes <= g.n) {
    gemm_columns<1, Along>(d, g, col);
    col += lanes;
  }
  if (col < g.n)
    gemm_columns<1, Along>(d8, g, col);  // wider vectors than kLane: the last 8 columns
}

void gemm(const Gemm& g) {
  return g.a_col == 1 ? gemm_all<true>(g) : gemm_all<false>(g);
}

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
