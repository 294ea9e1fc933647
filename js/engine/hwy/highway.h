// Highway 1.0.3 has vectors of doubles for every instruction set but WebAssembly's. These are the
// operations that our kernels use on them; they are found in front of the library's own header.
#pragma once

#include_next <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace hwy::HWY_NAMESPACE {

template <size_t N>
using Doubles128 = Vec128<double, N>;

template <size_t N>
HWY_API Doubles128<N> Set(Simd<double, N, 0> /* tag */, const double value) {
  return Doubles128<N>{wasm_f64x2_splat(value)};
}
// The library's own takes the bits of a double for an integer.
template <size_t N>
HWY_API double GetLane(const Doubles128<N> v) {
  return wasm_f64x2_extract_lane(v.raw, 0);
}
template <size_t N>
HWY_API Doubles128<N> operator+(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_add(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> operator-(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_sub(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> operator*(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_mul(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> operator/(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_div(a.raw, b.raw)};
}
template <size_t N>
HWY_API Mask128<double, N> operator==(const Doubles128<N> a, const Doubles128<N> b) {
  return Mask128<double, N>{wasm_f64x2_eq(a.raw, b.raw)};
}
template <size_t N>
HWY_API Mask128<double, N> operator<=(const Doubles128<N> a, const Doubles128<N> b) {
  return Mask128<double, N>{wasm_f64x2_le(a.raw, b.raw)};
}
template <size_t N>
HWY_API Mask128<double, N> operator<(const Doubles128<N> a, const Doubles128<N> b) {
  return Mask128<double, N>{wasm_f64x2_lt(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> Min(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_min(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> Max(const Doubles128<N> a, const Doubles128<N> b) {
  return Doubles128<N>{wasm_f64x2_max(a.raw, b.raw)};
}
template <size_t N>
HWY_API Doubles128<N> Abs(const Doubles128<N> a) {
  return Doubles128<N>{wasm_f64x2_abs(a.raw)};
}
template <size_t N>
HWY_API Doubles128<N> Sqrt(const Doubles128<N> a) {
  return Doubles128<N>{wasm_f64x2_sqrt(a.raw)};
}
template <size_t N>
HWY_API Doubles128<N> MulAdd(const Doubles128<N> a, const Doubles128<N> b, const Doubles128<N> c) {
  return a * b + c;
}
template <size_t N>
HWY_API Doubles128<N> MulSub(const Doubles128<N> a, const Doubles128<N> b, const Doubles128<N> c) {
  return a * b - c;
}
template <size_t N>
HWY_API Doubles128<N> NegMulAdd(const Doubles128<N> a, const Doubles128<N> b,
                                const Doubles128<N> c) {
  return c - a * b;
}

}  // namespace hwy::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
