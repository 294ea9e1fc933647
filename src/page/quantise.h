#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <vector>

namespace gnac::detail {

/// The range of quantised values: code 0 is `low`, the largest code is `high`.
struct CodeRange {
  double low = 0;
  double high = 0;
};

template <class T>
CodeRange range_of(std::span<const T> values) {
  if (values.empty()) return {};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {static_cast<double>(*low), static_cast<double>(*high)};
}

/// The code of a value, rounded to the nearest step and clamped to the range. Computed without the
/// range's width, which may not fit a double.
template <std::unsigned_integral Code>
Code quantised(double value, CodeRange range) {
  constexpr double kMost = std::numeric_limits<Code>::max();
  const double width = range.high / 2 - range.low / 2;
  if (!(width > 0)) return 0;
  const double share = (value / 2 - range.low / 2) / width;
  return static_cast<Code>(std::lround(std::clamp(share, 0.0, 1.0) * kMost));
}

/// Codes appended to `out`.
template <std::unsigned_integral Code, class T>
void append_codes(std::span<const T> values, CodeRange range, std::vector<Code>& out) {
  for (const T value : values) out.push_back(quantised<Code>(static_cast<double>(value), range));
}

}  // namespace gnac::detail
