#include "explain/intervals.h"

#include <fmt/format.h>
#include <cstdlib>

#include <cmath>
#include <limits>

namespace gnac::detail {

double short_number(double below, double above) {
  const double middle = below + (above - below) / 2;
  for (int digits = 1; digits < 17; ++digits) {
    const double shorter = std::strtod(fmt::format("{:.{}g}", middle, digits).c_str(), nullptr);
    if (shorter > below && shorter <= above) return shorter;
  }
  return above;
}

Interval best_interval(std::span<const std::int32_t> order, std::span<const double> value,
                       std::span<const double> weight) {
  // The run of distinct values with the largest sum (Kadane 1984).
  struct Run {
    double sum = 0;
    double before = -std::numeric_limits<double>::infinity();  // the last value below it
    double first = 0;
    double last = 0;
  };
  Run best{.sum = -std::numeric_limits<double>::infinity()};
  Run run;
  bool open = false;
  bool ended_best = false;  // the next value is the first above the best run
  double previous = -std::numeric_limits<double>::infinity();
  double above = std::numeric_limits<double>::infinity();
  for (std::size_t at = 0; at < order.size();) {
    const double here = value[order[at]];
    double sum = 0;
    bool counts = false;
    for (; at < order.size() && value[order[at]] == here; ++at) {
      sum += weight[order[at]];
      counts |= weight[order[at]] != 0;
    }
    if (!counts) continue;
    if (ended_best) {
      above = here;
      ended_best = false;
    }
    if (!open || run.sum <= 0) run = {.sum = 0, .before = previous, .first = here, .last = here};
    open = true;
    run.sum += sum;
    run.last = here;
    previous = here;
    if (run.sum > best.sum) {
      best = run;
      above = std::numeric_limits<double>::infinity();
      ended_best = true;
    }
  }
  return {std::isinf(best.before) ? best.before : short_number(best.before, best.first),
          std::isinf(above) ? above : short_number(best.last, above)};
}

}  // namespace gnac::detail
