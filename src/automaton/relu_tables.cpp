#include "automaton/relu_tables.h"

#include <bit>

#include "automaton/kernels/kernels.h"

namespace gnac {

int relu_groups(const PackedLayout& layout) {
  return layout.width / kUnitsPerGroup;
}

void build_relu_table(Buffer<float>& table, const PackedLayout& layout, const PackedRule& rule) {
  const int groups = relu_groups(layout);
  const std::ptrdiff_t row = layout.row;
  table.assign(static_cast<std::size_t>(groups) * kPatterns * row, 0.0f);
  const float* w2 = rule(layout.e.second);
  const float* by_unit = rule.t(layout.e.dynamic_t);  // unit w: its weights for each input
  for (int g = 0; g < groups; ++g) {
    float* rows = table.data() + g * kPatterns * row;
    for (unsigned m = 1; m < kPatterns; ++m) {
      const int unit = g * kUnitsPerGroup + std::countr_zero(m);
      const float* without = rows + (m & (m - 1)) * row;
      for (std::ptrdiff_t c = 0; c < row; ++c) {
        rows[m * row + c] = without[c] + w2[unit] * by_unit[unit * layout.e.dynamic_t.cols + c];
      }
    }
  }
}

std::vector<double> unfold_relu_sums(std::span<const Buffer<float>> lanes,
                                     const PackedLayout& layout, Team& team) {
  const std::int64_t row = layout.row;
  const std::int64_t width = layout.width;
  std::vector<double> b(row * width);
  team.for_each(relu_groups(layout), [&](std::int64_t g) {
    std::vector<double> sum(row);
    for (std::int64_t m = 1; m < kPatterns; ++m) {
      std::fill(sum.begin(), sum.end(), 0.0);
      for (const auto& lane : lanes) {
        const float* from = lane.data() + (g * kPatterns + m) * row;
        for (std::int64_t c = 0; c < row; ++c) sum[c] += from[c];
      }
      for (int bit = 0; bit < kUnitsPerGroup; ++bit) {
        if ((m >> bit & 1) == 0) continue;
        for (std::int64_t c = 0; c < row; ++c) b[c * width + g * kUnitsPerGroup + bit] += sum[c];
      }
    }
  });
  return b;
}

}  // namespace gnac
