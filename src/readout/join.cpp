#include "readout/join.h"

#include <algorithm>

#include "readout/spanning.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

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
  std::vector<std::int32_t> group(components);
  for (std::int32_t c = 0; c < components; ++c) group[c] = sets.find(c);
  relabel_by_appearance(group, components);
  return group;
}

}  // namespace gnac::detail
