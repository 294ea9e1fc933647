#include <cmath>

#include "charts/chart.h"

namespace gnac::detail {
namespace {

constexpr double kMostTicks = 7;

std::vector<double> linear_ticks(double low, double high) {
  const double rough = (high - low) / kMostTicks;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = factor * power;
    if (step >= rough) break;
  }
  std::vector<double> ticks;
  const auto first = static_cast<long>(std::ceil(low / step - 1e-9));
  const auto last = static_cast<long>(std::floor(high / step + 1e-9));
  for (long i = first; i <= last; ++i) ticks.push_back(static_cast<double>(i) * step);
  return ticks;
}

std::vector<double> log_ticks(double low, double high) {
  const bool thin = std::log10(high / low) > 3;
  std::vector<double> ticks;
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-4));
  for (int e = static_cast<int>(std::floor(std::log10(low))); e <= last; ++e) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = factor * std::pow(10.0, e);
      if (thin && factor != 1) continue;
      if (tick >= low * 0.9999 && tick <= high * 1.0001) ticks.push_back(tick);
    }
  }
  return ticks;
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, bool logarithmic) {
  if (!(high > low) || !std::isfinite(high - low)) return {low};
  if (logarithmic && !(low > 0)) return {high};
  return logarithmic ? log_ticks(low, high) : linear_ticks(low, high);
}

}  // namespace gnac::detail
