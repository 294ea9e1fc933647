#include "graph/components.h"

namespace gnac::detail {

Components connected_components(std::span<const std::int64_t> offset,
                                std::span<const std::int32_t> neighbour) {
  const auto nodes = static_cast<std::int64_t>(offset.size()) - 1;
  Components result;
  result.of.assign(nodes, -1);
  std::vector<std::int32_t> pending;
  for (std::int64_t start = 0; start < nodes; ++start) {
    if (result.of[start] >= 0) continue;
    const std::int32_t label = result.count++;
    result.of[start] = label;
    pending.push_back(static_cast<std::int32_t>(start));
    while (!pending.empty()) {
      const std::int32_t v = pending.back();
      pending.pop_back();
      for (std::int64_t e = offset[v]; e < offset[v + 1]; ++e) {
        const std::int32_t u = neighbour[e];
        if (result.of[u] >= 0) continue;
        result.of[u] = label;
        pending.push_back(u);
      }
    }
  }
  return result;
}

}  // namespace gnac::detail
