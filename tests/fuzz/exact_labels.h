#pragma once

#include <set>

#include "gnac/model.h"
#include "targets.h"

namespace gnac::detail::fuzz {

/// One label per point, exactly K of them, and the K that was asked for.
inline void require_exact(const Model& found, std::int64_t n, int clusters) {
  require(std::ssize(found.labels()) == n, "labels are not one per point");
  const std::set<std::int32_t> seen(found.labels().begin(), found.labels().end());
  require(clusters == kChooseClusters || found.clusters == clusters, "another K was made");
  require(std::ssize(seen) == found.clusters && *seen.begin() == 0 &&
              *seen.rbegin() == found.clusters - 1,
          "the labels are not exactly K");
}

}  // namespace gnac::detail::fuzz
