#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gnac/error.h"
#include "problems/problems.h"
#include "readout/cut_agreement.h"

namespace gnac::bench {

/// Problems of all families, of those before version 0.3 (`old`) or of the wide ones.
inline std::uint32_t left_out(std::string_view families) {
  if (families == "all") return 0;
  if (families == "old") return detail::kWideFamilies;
  if (families == "wide") return ~detail::kWideFamilies;
  throw Error("the families of problems are all, old or wide");
}

/// Adjusted Rand index of labels against a problem's own, over the points that are not noise (0).
inline double problem_score(std::span<const std::int32_t> labels,
                            std::span<const std::int32_t> truth) {
  std::vector<std::int32_t> found, known;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (truth[i] == 0) continue;
    found.push_back(labels[i]);
    known.push_back(truth[i]);
  }
  return detail::rand_agreement(found, known);
}

/// The 95 % interval of the mean of paired differences.
inline std::pair<double, double> interval(std::span<const double> differences) {
  double mean = 0, square = 0;
  const auto count = static_cast<double>(differences.size());
  for (const double x : differences) mean += x / count;
  for (const double x : differences) square += (x - mean) * (x - mean) / count;
  const double reach = 1.96 * std::sqrt(square / count);
  return {mean - reach, mean + reach};
}

}  // namespace gnac::bench
