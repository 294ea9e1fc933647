#include "readout/join_components.h"

#include "readout/spanning.h"
#include "support/disjoint_sets.h"

namespace gnac::detail {

std::vector<std::int32_t> join_components(PointsView points,
                                          std::span<const std::int32_t> component,
                                          std::int32_t components, std::int32_t groups,
                                          Team& team) {
  DisjointSets sets(components);
  if (groups < components) {
    const auto links = spanning_links(points, component, components, team);
    for (std::int32_t k = 0; k < components - groups; ++k) {
      sets.join(component[links[k].i], component[links[k].j]);
    }
  }
  return sets.labels();
}

}  // namespace gnac::detail
