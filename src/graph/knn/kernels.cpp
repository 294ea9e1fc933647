#include "graph/knn/kernels.h"

#include "graph/spatial/leaf_tree.h"
#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graph/knn/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::knn_detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Doubles = hn::CappedTag<double, 8>;

// The share of a difference in the separation of two points (graph/knn.h), and to a bound on it,
// which may be fused.
struct Squares {
  template <class V>
  static HWY_INLINE V bound(V sum, V difference) {
    return hn::MulAdd(difference, difference, sum);
  }
  template <class V>
  static HWY_INLINE V add(V sum, V difference) {
    return hn::Add(sum, hn::Mul(difference, difference));
  }
};
struct Magnitudes {
  template <class V>
  static HWY_INLINE V bound(V sum, V difference) {
    return hn::Add(sum, difference);  // of gaps, which are not negative
  }
  template <class V>
  static HWY_INLINE V add(V sum, V difference) {
    return hn::Add(sum, hn::Abs(difference));
  }
};

// Four vectors of queries at a time: each side of the box is loaded once for all of them.
template <class Terms>
QuerySet near_box(const double* queries, const double* reach, QuerySet active, const double* low,
                  const double* high, std::int64_t columns, double room, double underflow) {
  const Doubles tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto zero = hn::Zero(tag);
  const QuerySet tile = (QuerySet{1} << 4 * lanes) - 1;
  QuerySet near = 0;
  for (std::int64_t q = 0; q < kGroup; q += 4 * lanes) {
    if ((active >> q & tile) == 0) continue;
    auto s0 = zero, s1 = zero, s2 = zero, s3 = zero;
    const double* x = queries + q;
    for (std::int64_t c = 0; c < columns; ++c, x += kGroup) {
      const auto below = hn::Set(tag, low[c]);
      const auto above = hn::Set(tag, high[c]);
      const auto add = [&](auto& sum, const double* at) HWY_ATTR {
        const auto v = hn::LoadU(tag, at);
        const auto gap = hn::Max(hn::Max(hn::Sub(below, v), hn::Sub(v, above)), zero);
        sum = Terms::bound(sum, gap);
      };
      add(s0, x);
      add(s1, x + lanes);
      add(s2, x + 2 * lanes);
      add(s3, x + 3 * lanes);
    }
    const auto mark = [&](auto sum, std::int64_t at) HWY_ATTR {
      const auto bound = hn::MulSub(sum, hn::Set(tag, room), hn::Set(tag, underflow));
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(tag, hn::Le(bound, hn::LoadU(tag, reach + at)), bytes);
      near |= static_cast<QuerySet>(bytes[0]) << at;
    };
    mark(s0, q);
    mark(s1, q + lanes);
    mark(s2, q + 2 * lanes);
    mark(s3, q + 3 * lanes);
  }
  return near & active;
}

template <class Mask>
std::uint32_t bits_of(Floats tag, Mask mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(tag, mask, bytes);
  return static_cast<std::uint32_t>(bytes[0] | bytes[1] << 8);
}

// A tile of 6 queries by 2 vectors of points: 12 sums in registers, each loaded vector used six
// times and each query value twice.
void filter(const float* const* row, const float* limit, const float* leaf, const float* norm,
            std::int64_t d, std::uint32_t* survivors) {
  const Floats tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const float* const r0 = row[0];
  const float* const r1 = row[1];
  const float* const r2 = row[2];
  const float* const r3 = row[3];
  const float* const r4 = row[4];
  const float* const r5 = row[5];
  for (int q = 0; q < kFilterRows; ++q) survivors[q] = 0;
  for (std::int64_t p = 0; p < kLeafWidth; p += 2 * lanes) {
    auto a0 = hn::LoadU(tag, norm + p);
    auto b0 = hn::LoadU(tag, norm + p + lanes);
    auto a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0;
    auto b1 = b0, b2 = b0, b3 = b0, b4 = b0, b5 = b0;
    const float* column = leaf + p;
    for (std::int64_t c = 0; c < d; ++c, column += kLeafWidth) {
      const auto x = hn::LoadU(tag, column);
      const auto y = hn::LoadU(tag, column + lanes);
      auto v = hn::Set(tag, r0[c]);
      a0 = hn::MulAdd(v, x, a0);
      b0 = hn::MulAdd(v, y, b0);
      v = hn::Set(tag, r1[c]);
      a1 = hn::MulAdd(v, x, a1);
      b1 = hn::MulAdd(v, y, b1);
      v = hn::Set(tag, r2[c]);
      a2 = hn::MulAdd(v, x, a2);
      b2 = hn::MulAdd(v, y, b2);
      v = hn::Set(tag, r3[c]);
      a3 = hn::MulAdd(v, x, a3);
      b3 = hn::MulAdd(v, y, b3);
      v = hn::Set(tag, r4[c]);
      a4 = hn::MulAdd(v, x, a4);
      b4 = hn::MulAdd(v, y, b4);
      v = hn::Set(tag, r5[c]);
      a5 = hn::MulAdd(v, x, a5);
      b5 = hn::MulAdd(v, y, b5);
    }
    const auto mark = [&](int q, auto a, auto b) HWY_ATTR {
      const auto most = hn::Set(tag, limit[q]);
      if (hn::AllFalse(tag, hn::Le(hn::Min(a, b), most))) return;
      survivors[q] |= bits_of(tag, hn::Le(a, most)) << p | bits_of(tag, hn::Le(b, most))
                                                               << (p + lanes);
    };
    mark(0, a0, b0);
    mark(1, a1, b1);
    mark(2, a2, b2);
    mark(3, a3, b3);
    mark(4, a4, b4);
    mark(5, a5, b5);
  }
}

template <class Terms>
std::uint32_t distances(const double* row, const double* leaf, std::int64_t d, double limit,
                        double* squared) {
  const Doubles tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto most = hn::Set(tag, limit);
  std::uint32_t near = 0;
  for (std::int64_t p = 0; p < kLeafWidth; p += lanes) {
    auto sum = hn::Zero(tag);
    for (std::int64_t c = 0; c < d; ++c) {
      const auto difference =
          hn::Sub(hn::Set(tag, row[c]), hn::LoadU(tag, leaf + c * kLeafWidth + p));
      sum = Terms::add(sum, difference);
    }
    hn::StoreU(sum, tag, squared + p);
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(tag, hn::Le(sum, most), bytes);
    near |= static_cast<std::uint32_t>(bytes[0]) << p;
  }
  return near;
}

float inner(const float* a, const float* b, std::int64_t d) {
  const Floats tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  auto s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0;
  std::int64_t c = 0;
  for (; c + 4 * lanes <= d; c += 4 * lanes) {
    s0 = hn::MulAdd(hn::LoadU(tag, a + c), hn::LoadU(tag, b + c), s0);
    s1 = hn::MulAdd(hn::LoadU(tag, a + c + lanes), hn::LoadU(tag, b + c + lanes), s1);
    s2 = hn::MulAdd(hn::LoadU(tag, a + c + 2 * lanes), hn::LoadU(tag, b + c + 2 * lanes), s2);
    s3 = hn::MulAdd(hn::LoadU(tag, a + c + 3 * lanes), hn::LoadU(tag, b + c + 3 * lanes), s3);
  }
  for (; c + lanes <= d; c += lanes)
    s0 = hn::MulAdd(hn::LoadU(tag, a + c), hn::LoadU(tag, b + c), s0);
  float sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
  for (; c < d; ++c) sum += a[c] * b[c];
  return sum;
}

// 8 columns of the basis at a time: its strip stays in the cache for all rows.
void project(const double* rows, const double* basis, std::int64_t d, std::int64_t m, double* out) {
  const hn::CappedTag<double, 4> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t j = 0; j < m; j += 2 * lanes) {
    auto a0 = hn::Zero(tag), a1 = a0, a2 = a0, a3 = a0;
    auto b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    const double* column = basis + j;
    for (std::int64_t c = 0; c < d; ++c, column += m) {
      const auto x = hn::LoadU(tag, column);
      const auto y = hn::LoadU(tag, column + lanes);
      const auto add = [&](auto& a, auto& b, std::int64_t row) HWY_ATTR {
        const auto v = hn::Set(tag, rows[row * d + c]);
        a = hn::Add(a, hn::Mul(v, x));
        b = hn::Add(b, hn::Mul(v, y));
      };
      add(a0, b0, 0);
      add(a1, b1, 1);
      add(a2, b2, 2);
      add(a3, b3, 3);
    }
    const auto store = [&](auto a, auto b, std::int64_t row) HWY_ATTR {
      hn::StoreU(a, tag, out + row * m + j);
      hn::StoreU(b, tag, out + row * m + j + lanes);
    };
    store(a0, b0, 0);
    store(a1, b1, 1);
    store(a2, b2, 2);
    store(a3, b3, 3);
  }
}

template <class Terms>
Kernels kernels_of() {
  return {hwy::TargetName(HWY_TARGET), near_box<Terms>, filter, distances<Terms>, inner, project};
}

Kernels kernels(Metric metric) {
  return metric == Metric::manhattan ? kernels_of<Magnitudes>() : kernels_of<Squares>();
}

}  // namespace gnac::detail::knn_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::detail::knn_detail {

HWY_EXPORT(kernels);

Kernels best_kernels(Metric metric) {
  choose_simd_target();
  return HWY_DYNAMIC_DISPATCH(kernels)(metric);
}

}  // namespace gnac::detail::knn_detail
#endif
