// The small matrix product under everything: tiles of 6 rows × 2 vectors, or 12 rows × 1, held in
// registers.
#if defined(GNAC_KERNELS_GEMM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GNAC_KERNELS_GEMM_INL
#undef GNAC_KERNELS_GEMM_INL
#else
#define GNAC_KERNELS_GEMM_INL
#endif

#include <hwy/highway.h>
#include "automaton/kernels/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The use of the second accumulator of a tile's row: nothing, the next vector of columns, or the
// same columns six rows below.
enum class Second { none, columns, rows };

// One tile: R rows from `row`, a vector of columns from `col`, and the second ones. Twelve sums
// keep both multipliers busy. Kept out of line: inlined into the loops below, GCC spills them.
template <int R, Second S, class D>
HWY_NOINLINE void gemm_tile(D d, const Gemm& g, int row, int col) {
  static_assert(R >= 1 && R <= 6);
  using Vec = hn::Vec<D>;
  const int lanes = static_cast<int>(hn::Lanes(d));
  Vec c00 = hn::Zero(d), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00;
  Vec c30 = c00, c31 = c00, c40 = c00, c41 = c00, c50 = c00, c51 = c00;
  const auto each_row = [&](const auto& visit) HWY_ATTR {
    visit(0, c00, c01);
    if constexpr (R > 1) visit(1, c10, c11);
    if constexpr (R > 2) visit(2, c20, c21);
    if constexpr (R > 3) visit(3, c30, c31);
    if constexpr (R > 4) visit(4, c40, c41);
    if constexpr (R > 5) visit(5, c50, c51);
  };
  const auto second = [&](int r, std::ptrdiff_t ld)
                          HWY_ATTR { return S == Second::columns ? r * ld + lanes : (r + 6) * ld; };
  if (g.init.data != nullptr) {
    const std::ptrdiff_t ld = g.init.stride;
    const float* p = g.init.data + row * ld + col;
    const auto load = [&](int r, Vec& c0, Vec& c1) HWY_ATTR {
      c0 = hn::LoadU(d, p + r * ld);
      if constexpr (S != Second::none) c1 = hn::LoadU(d, p + second(r, ld));
    };
    each_row(load);
  }
  const std::ptrdiff_t step = g.transpose_a ? g.a.stride : 1;
  const std::ptrdiff_t ar = g.transpose_a ? 1 : g.a.stride;
  const float* a = g.a.data + row * ar;
  const float* b = g.b.data + col;
  const std::ptrdiff_t ld_b = g.b.stride;
  const int depth = g.k;
#pragma GCC unroll 4
  for (int k = 0; k < depth; ++k) {
    const Vec b0 = hn::LoadU(d, b);
    Vec b1 = b0;
    if constexpr (S == Second::columns) b1 = hn::LoadU(d, b + lanes);
    const auto fma = [&](int r, Vec& c0, Vec& c1) HWY_ATTR {
      const Vec x = hn::Set(d, a[r * ar]);
      c0 = hn::MulAdd(x, b0, c0);
      if constexpr (S == Second::columns) c1 = hn::MulAdd(x, b1, c1);
      if constexpr (S == Second::rows) c1 = hn::MulAdd(hn::Set(d, a[(r + 6) * ar]), b0, c1);
    };
    each_row(fma);
    a += step;
    b += ld_b;
  }
  const std::ptrdiff_t ld_c = g.c.stride;
  float* out = g.c.data + row * ld_c + col;
  const auto store = [&](int r, Vec c0, Vec c1) HWY_ATTR {
    hn::StoreU(c0, d, out + r * ld_c);
    if constexpr (S != Second::none) hn::StoreU(c1, d, out + second(r, ld_c));
  };
  each_row(store);
}

// All rows of one vector of columns, or of two.
template <Second S, class D>
HWY_INLINE void gemm_columns(D d, const Gemm& g, int col) {
  int row = 0;
  if constexpr (S == Second::none) {
    for (; row + 12 <= g.m; row += 12) gemm_tile<6, Second::rows>(d, g, row, col);
  }
  // A tile of one or two rows would leave the multipliers idle half the time: together with the six
  // rows before, they make a tile of four and one of three or four.
  const int over = g.m % 6;
  const int sixes = over == 1 || over == 2 ? g.m - 6 : g.m;
  for (; row + 6 <= sixes; row += 6) gemm_tile<6, S>(d, g, row, col);
  if (g.m - row > 5) {
    gemm_tile<4, S>(d, g, row, col);
    row += 4;
  }
  switch (g.m - row) {
    case 5:
      return gemm_tile<5, S>(d, g, row, col);
    case 4:
      return gemm_tile<4, S>(d, g, row, col);
    case 3:
      return gemm_tile<3, S>(d, g, row, col);
    case 2:
      return gemm_tile<2, S>(d, g, row, col);
    case 1:
      return gemm_tile<1, S>(d, g, row, col);
    default:
      return;
  }
}

void gemm(const Gemm& g) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, kLane> d8;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int col = 0;
  for (; col + 2 * lanes <= g.n; col += 2 * lanes) gemm_columns<Second::columns>(d, g, col);
  if (col + lanes <= g.n) {
    gemm_columns<Second::none>(d, g, col);
    col += lanes;
  }
  if (col < g.n)
    gemm_columns<Second::none>(d8, g, col);  // wider vectors than kLane: the last 8 columns
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
