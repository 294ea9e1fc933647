#include "automaton/adamw.h"

#include <cmath>

namespace gnac::detail {

double clip_norm(std::span<double> gradient, double most) {
  double square = 0;
  for (const double g : gradient) square += g * g;
  const double norm = std::sqrt(square);
  const double scale = most / (norm + 1e-6);  // the 1e-6 as in PyTorch's clip_grad_norm_
  if (scale < 1) {
    for (double& g : gradient) g *= scale;
  }
  return norm;
}

void adamw_step(AdamW& state, std::span<float> values, std::span<const double> gradient,
                double learning_rate, double weight_decay) {
  constexpr double kBeta1 = 0.9;
  constexpr double kBeta2 = 0.999;
  constexpr double kEpsilon = 1e-8;
  ++state.steps;
  const double correction1 = 1 - std::pow(kBeta1, state.steps);
  const double correction2 = 1 - std::pow(kBeta2, state.steps);
  for (std::size_t p = 0; p < values.size(); ++p) {
    double& m = state.first[p];
    double& v = state.second[p];
    m = kBeta1 * m + (1 - kBeta1) * gradient[p];
    v = kBeta2 * v + (1 - kBeta2) * gradient[p] * gradient[p];
    const double step = learning_rate * (m / correction1) / (std::sqrt(v / correction2) + kEpsilon);
    values[p] = static_cast<float>(values[p] * (1 - learning_rate * weight_decay) - step);
  }
}

}  // namespace gnac::detail
