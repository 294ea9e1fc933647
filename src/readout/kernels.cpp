#include "readout/kernels.h"

#include <limits>

#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "readout/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<double, 8>;
using Four = hn::CappedTag<double, 4>;
using Pair = hn::CappedTag<double, 2>;
using Single = hn::CappedTag<double, 1>;

struct Tile {
  Strided a;
  Strided b;
  std::int64_t inner;
  double sign;
  double* out;
  std::int64_t out_row;
};

/// kRows×(2 vectors) of the product, or ×(1 vector), in registers.
template <int kRows, bool kTwo, class Tag>
HWY_INLINE void add_tile(Tag tag, const Tile& t, std::int64_t row, std::int64_t col) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  hn::Vec<Tag> first[kRows];
  hn::Vec<Tag> second[kRows];
  for (int r = 0; r < kRows; ++r) first[r] = second[r] = hn::Zero(tag);
  const double* a = t.a.values + row * t.a.row;
  const double* b = t.b.values + col;
  for (std::int64_t j = 0; j < t.inner; ++j, a += t.a.col, b += t.b.row) {
    const auto b0 = hn::LoadU(tag, b);
    const auto b1 = kTwo ? hn::LoadU(tag, b + lanes) : b0;
    for (int r = 0; r < kRows; ++r) {
      const auto x = hn::Set(tag, a[r * t.a.row]);
      first[r] = hn::Add(first[r], hn::Mul(x, b0));
      if constexpr (kTwo) second[r] = hn::Add(second[r], hn::Mul(x, b1));
    }
  }
  const auto sign = hn::Set(tag, t.sign);
  for (int r = 0; r < kRows; ++r) {
    double* out = t.out + (row + r) * t.out_row + col;
    hn::StoreU(hn::Add(hn::LoadU(tag, out), hn::Mul(sign, first[r])), tag, out);
    if constexpr (kTwo) {
      out += lanes;
      hn::StoreU(hn::Add(hn::LoadU(tag, out), hn::Mul(sign, second[r])), tag, out);
    }
  }
}

template <int kRows>
HWY_INLINE void add_rows(const Tile& tile, std::int64_t row, std::int64_t cols) {
  const Wide wide;
  const Four narrow;
  const Pair pair;
  const Single single;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(wide));
  const auto four = static_cast<std::int64_t>(hn::Lanes(narrow));
  const auto two = static_cast<std::int64_t>(hn::Lanes(pair));
  std::int64_t c = 0;
  for (; c + 2 * lanes <= cols; c += 2 * lanes) add_tile<kRows, true>(wide, tile, row, c);
  for (; c + lanes <= cols; c += lanes) add_tile<kRows, false>(wide, tile, row, c);
  for (; c + four <= cols; c += four) add_tile<kRows, false>(narrow, tile, row, c);
  for (; c + two <= cols; c += two) add_tile<kRows, false>(pair, tile, row, c);
  for (; c < cols; ++c) add_tile<kRows, false>(single, tile, row, c);
}

void add_product(Strided a, Strided b, std::int64_t rows, std::int64_t inner, std::int64_t cols,
                 double sign, double* out, std::int64_t out_row) {
  constexpr int kRows = 4;
  const Tile tile{a, b, inner, sign, out, out_row};
  std::int64_t r = 0;
  for (; r + kRows <= rows; r += kRows) add_rows<kRows>(tile, r, cols);
  for (; r < rows; ++r) add_rows<1>(tile, r, cols);
}

NearestTwo nearest_two(const double* point, std::int64_t dims, const double* centres,
                       std::int64_t count, double* distance) {
  const Wide tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto infinity = hn::Set(tag, std::numeric_limits<double>::infinity());
  auto least = infinity;
  for (std::int64_t c = 0; c < count; c += lanes) {
    auto sum = hn::Zero(tag);
    for (std::int64_t j = 0; j < dims; ++j) {
      const auto difference =
          hn::Sub(hn::Set(tag, point[j]), hn::LoadU(tag, centres + j * count + c));
      sum = hn::Add(sum, hn::Mul(difference, difference));
    }
    hn::StoreU(sum, tag, distance + c);
    least = hn::Min(least, sum);
  }
  const auto first = hn::MinOfLanes(tag, least);
  std::int64_t at = 0;
  std::intptr_t lane = -1;
  for (; lane < 0; at += lanes)
    lane = hn::FindFirstTrue(tag, hn::Eq(hn::LoadU(tag, distance + at), first));
  at += lane - lanes;
  distance[at] = std::numeric_limits<double>::infinity();
  auto next = infinity;
  for (std::int64_t c = 0; c < count; c += lanes)
    next = hn::Min(next, hn::LoadU(tag, distance + c));
  return {at, hn::GetLane(first), hn::GetLane(hn::MinOfLanes(tag, next))};
}

template <int kCols>
HWY_INLINE void solve_columns(const FactorView& g, double* y) {
  const hn::CappedTag<double, kCols> tag;
  using Vec = hn::Vec<decltype(tag)>;
  const auto lanes = static_cast<int>(hn::Lanes(tag));
  for (std::int64_t k = 0; k < g.steps; ++k) {
    Vec from[kCols];
    for (int c = 0; c < kCols; c += lanes) from[c / lanes] = hn::LoadU(tag, y + k * kCols + c);
    for (auto e = g.column[k]; e < g.column[k + 1]; ++e) {
      const auto multiplier = hn::Set(tag, g.multiplier[e]);
      double* to = y + static_cast<std::int64_t>(g.step[e]) * kCols;
      for (int c = 0; c < kCols; c += lanes)
        hn::StoreU(hn::Add(hn::LoadU(tag, to + c), hn::Mul(multiplier, from[c / lanes])), tag,
                   to + c);
    }
  }
  for (std::int64_t k = g.steps; k-- > 0;) {
    Vec sum[kCols];
    double* to = y + k * kCols;
    const auto pivot = hn::Set(tag, g.pivot[k]);
    for (int c = 0; c < kCols; c += lanes)
      sum[c / lanes] = g.pivot[k] > 0 ? hn::Div(hn::LoadU(tag, to + c), pivot) : hn::Zero(tag);
    for (auto e = g.column[k]; e < g.column[k + 1]; ++e) {
      const auto multiplier = hn::Set(tag, g.multiplier[e]);
      const double* from = y + static_cast<std::int64_t>(g.step[e]) * kCols;
      for (int c = 0; c < kCols; c += lanes)
        sum[c / lanes] = hn::Add(sum[c / lanes], hn::Mul(multiplier, hn::LoadU(tag, from + c)));
    }
    for (int c = 0; c < kCols; c += lanes) hn::StoreU(sum[c / lanes], tag, to + c);
  }
}

void solve(const FactorView& factor, int cols, double* y) {
  if (cols == 8) return solve_columns<8>(factor, y);
  if (cols == 4) return solve_columns<4>(factor, y);
  if (cols == 2) return solve_columns<2>(factor, y);
  solve_columns<1>(factor, y);
}

ReadoutKernels readout_kernels() {
  return {hwy::TargetName(HWY_TARGET), add_product, nearest_two, solve};
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::detail {

HWY_EXPORT(readout_kernels);

ReadoutKernels readout_kernels() {
  choose_simd_target();
  return HWY_DYNAMIC_DISPATCH(readout_kernels)();
}

}  // namespace gnac::detail
#endif
