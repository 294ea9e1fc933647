#pragma once

#include <span>
#include <vector>

namespace gnac::detail {

/// AdamW with decoupled decay on every value (Loshchilov & Hutter 2019), β = (0.9, 0.999), ε =
/// 1e-8.
struct AdamW {
  explicit AdamW(std::size_t size) : first(size), second(size) {}

  std::vector<double> first, second;  ///< moments, in the layout of the rule's arena
  int steps = 0;
};

/// Scale the gradient so that its norm is at most `most`; returns the norm it had.
double clip_norm(std::span<double> gradient, double most);

/// One step.
void adamw_step(AdamW& state, std::span<float> values, std::span<const double> gradient,
                double learning_rate, double weight_decay);

}  // namespace gnac::detail
