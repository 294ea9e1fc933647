#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "readout/cut_agreement.h"

namespace gnac::bench {

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

}  // namespace gnac::bench
